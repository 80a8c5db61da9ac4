import CounterpointSessions
import Testing

/// Hosts, origins and cookies of a site.
@Suite struct OriginTests {
  @Test(arguments: [
    ("localhost:8080", 200), ("127.0.0.1", 200), ("[::1]:1", 200), ("LOCALHOST", 200), ("localhost.", 200),
    ("localhost.:8080", 200), ("localhost..", 421), (".", 421), ("bloc\u{212A}host", 421), ("localhost:\u{301}80", 421),
    ("evil.example:8080", 421),
    ("localhost.evil.example", 421), ("", 421), ("localhost:x", 421), ("192.168.1.7:8080", 421),
  ])
  func defaultHostsAreThoseOfThisComputer(host: String, status: Int) async {
    #expect(await TallySite().get("/", headers: ["host": host]).status == status)
  }

  @Test func requestWithoutHostIsRefused() async {
    let request = WebRequest(method: "GET", path: "/")
    #expect(await TallySite().site.respond(to: request).status == 421)
  }

  @Test(arguments: [
    ("https://example.org", 204), ("http://example.org", 403), ("https://example.org:8443", 403),
    ("https://example.org.", 204), ("https://localhost:8080", 403), ("http://localhost:8080", 403),
    ("https://evil.example", 403), ("null", 403),
  ])
  func publicOriginIsTheOnlyAllowedOne(origin: String, status: Int) async {
    // The proxy uses another host.
    let tally = TallySite(publicOrigin: "https://example.org")
    let cookie = await tally.newCookie()
    let headers = ["origin": origin]
    #expect(await tally.post("action=\(encoded(.add(1)))", cookie, headers: headers).status == status)
  }

  @Test(arguments: [
    ("example.org", 200), ("example.org.", 200), ("localhost:8080", 200), ("evil.example", 421),
  ])
  func hostOfPublicOriginIsAllowed(host: String, status: Int) async {
    let tally = TallySite(publicOrigin: "https://example.org")
    #expect(await tally.get("/", headers: ["host": host]).status == status)
  }

  @Test(arguments: [
    ("application/x-www-form-urlencoded", 204), ("application/x-www-form-urlencoded; charset=utf-8", 204),
    ("application/x-www-form-urlencoded;charset=UTF-8", 204),
    ("application/x-www-form-urlencoded; charset=\"utf-8\"", 204),
    ("Application/X-WWW-Form-Urlencoded ; Charset=\"UTF-8\"", 204),
    ("application/x-www-form-urlencoded; charset=latin1", 415),
    ("application/x-www-form-urlencoded; charset=\"utf-8", 415),
    ("application/x-www-form-urlencoded; charset=utf-8; boundary=x", 415), ("text/plain", 415),
  ])
  func formsHaveTheirContentType(type: String, status: Int) async {
    let tally = TallySite()
    let cookie = await tally.newCookie()
    #expect(await tally.post("action=\(encoded(.add(1)))", cookie, headers: ["content-type": type]).status == status)
  }

  @Test func secureOriginHasSecureCookie() async throws {
    let cookie = try #require(await TallySite(publicOrigin: "https://example.org").get("/").header("set-cookie"))
    #expect(cookie.hasPrefix("__Host-counterpoint-session="))
    #expect(cookie.hasSuffix("; Path=/; HttpOnly; SameSite=Lax; Secure"))
  }

  @Test(arguments: [
    (nil, nil, "localhost:8080", "counterpoint-session-8080="),
    (nil, nil, "localhost:8081", "counterpoint-session-8081="),
    (nil, nil, "localhost", "counterpoint-session="), ("tally", nil, "localhost:8080", "tally="),
    ("tally", "https://example.org", "localhost:8080", "__Host-tally="),
    (nil, "https://example.org:8443", "localhost", "__Host-counterpoint-session-8443="),
    (nil, "http://example.org", "localhost:8080", "counterpoint-session="),
  ])
  func cookiesHaveNames(name: String?, origin: String?, host: String, expected: String) async throws {
    let tally = TallySite(publicOrigin: origin.flatMap { WebOrigin($0) }, cookieName: name)
    let cookie = try #require(await tally.get("/", headers: ["host": host]).header("set-cookie"))
    #expect(cookie.hasPrefix(expected))
  }

  @Test(arguments: [
    ("https://example.org", "https://example.org"), ("HTTPS://Example.org/", "https://example.org"),
    ("https://example.org:443", "https://example.org"), ("http://example.org:443", "http://example.org:443"),
    ("http://[::1]:8080", "http://[::1]:8080"), ("http://[::1]", "http://[::1]"), ("example.org", nil), ("", nil),
    ("https://", nil), ("https://example.org/app", nil), ("https://user@example.org", nil),
    ("https://example.org?x", nil), ("ftp://example.org", nil), ("https://example.org:99999", nil),
    ("https://example.org:", nil), ("https://exa mple.org", nil),
  ])
  func originsAreParsed(text: String, expected: String?) {
    #expect(WebOrigin(text)?.description == expected)
  }

  @Test(arguments: [("cross-site", false), ("same-site", false), ("same-origin", true), ("none", true)])
  func actionsAndStreamsComeFromThisSite(site: String, isAllowed: Bool) async {
    let tally = TallySite()
    let cookie = await tally.newCookie()
    let headers = ["sec-fetch-site": site]
    let action = await tally.post("action=\(encoded(.add(1)))", cookie, headers: headers)
    #expect(action.status == (isAllowed ? 204 : 403))
    #expect(await tally.get("/events?since=0", cookie, headers: headers).status == (isAllowed ? 200 : 403))
    // A link on another site can open the page.
    #expect(await tally.get("/", cookie, headers: headers).status == 200)
    #expect(await tally.count(cookie) == (isAllowed ? "1" : "0"))
  }

  @Test(arguments: [
    ("HEAD", [:], 200), ("GET", ["sec-purpose": "prefetch"], 503), ("GET", ["sec-purpose": "prefetch;prerender"], 503),
    ("GET", ["purpose": "prefetch"], 503), ("GET", ["sec-fetch-dest": "image"], 406),
    ("GET", ["sec-fetch-dest": "script"], 406),
  ])
  func otherPageRequestsGetNoCookie(method: String, headers: [String: String], status: Int) async {
    let tally = TallySite()
    for cookie in [nil, await tally.newCookie()] {
      let response = await tally.get("/", cookie, method: method, headers: headers)
      #expect(response.status == status)
      #expect(response.header("set-cookie") == nil)
    }
    #expect(tally.site.sessionCount == 0)
  }

  @Test func secondCookieOfTheSameNameIsTolerated() async {
    let tally = TallySite()
    let (own, other) = (await tally.newCookie(), await tally.newCookie())
    let forged = "counterpoint-session-8080=0123456789abcdef0123456789abcdef"
    for cookies in ["\(forged); \(own)", "\(own); \(forged)", "a=b;\(forged);\(own);  \(forged)"] {
      #expect(await tally.send(.add(1), cookies) == 204)
    }
    #expect(await tally.count(own) == "3")
    // The cookie with a session wins, then the first one.
    #expect(await tally.send(.add(1), "\(other); \(own)") == 204)
    #expect(await tally.count(own) == "4")
    #expect(await tally.send(.add(7), other) == 204)
    #expect(await tally.count("\(other); \(own)") == "7")
    // Without a valid cookie, the response sets a new one.
    #expect(await tally.get("/", "\(forged); \(forged)").header("set-cookie") != nil)
  }
}
