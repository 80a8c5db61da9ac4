import CounterpointSessions
import Testing

@Suite struct BadInputTests {
  @Test(
    arguments: [
      ("action=%7B%22fly%22%3A%7B%7D%7D", 400, "There is no such action."),
      ("action=", 400, "There is no such action."),
      ("action=%7B%22add%22%3A%7B%22_0%22%3A1%7D%7D&action=x", 400, "There is no such action."),
      ("action=%7B%22add%22%3A%7B%22_0%22%3A1%7D%7D&email=x", 400, "There is no such field."),
      ("", 400, "There is no action."), ("action", 400, "The body is not a list of names and values."),
      ("=x", 400, "The body is not a list of names and values."),
      ("name=%", 400, "The body is not a list of names and values."),
      ("name=%zz", 400, "The body is not a list of names and values."),
      ("name=%ff", 400, "The body is not a list of names and values."),
      ("name=a&", 400, "The body is not a list of names and values."),
      ("name=a=b", 400, "The body is not a list of names and values."),
    ]
  )
  func malformedInputChangesNothing(body: String, status: Int, reason: String) async {
    let tally = TallySite()
    let cookie = await tally.newCookie()
    let response = await tally.post(body, cookie)
    #expect(response.status == status)
    #expect(response.text == reason + "\n")
    #expect(await tally.count(cookie) == "0")
  }

  @Test(
    arguments: [
      (["content-type": "application/json"], 415), (["content-type": ""], 415),
      (["content-type": "application/x-www-form-urlencoded; charset=latin1"], 415),
      (["origin": "https://evil.example"], 403), (["origin": "null"], 403), (["origin": ""], 403),
      (["origin": "http://localhost:8081"], 403),
    ]
  )
  func foreignOriginsAndOtherTypesAreRefused(headers: [String: String], status: Int) async {
    let tally = TallySite()
    let cookie = await tally.newCookie()
    #expect(await tally.post("action=\(encoded(.add(1)))", cookie, headers: headers).status == status)
    #expect(await tally.count(cookie) == "0")
  }

  @Test func largeBodiesAreRefused() async {
    let tally = TallySite(limits: WebLimits(bodySize: 100))
    let cookie = await tally.newCookie()
    #expect(await tally.post("name=" + String(repeating: "a", count: 96), cookie).status == 413)
    #expect(await tally.post("name=" + String(repeating: "a", count: 95), cookie).status == 204)
    let request = WebRequest(
      method: "POST",
      path: "/actions",
      headers: [
        "host": "localhost:8080", "origin": "http://localhost:8080", "cookie": cookie,
        "content-type": "application/x-www-form-urlencoded",
      ],
      body: .tooLarge
    )
    #expect(await tally.site.respond(to: request).status == 413)
  }

  @Test(
    arguments: [
      nil, "", "counterpoint-session-8080=", "counterpoint-session-8080=00000000000000000000000000000000",
      "counterpoint-session-8080=../../etc/passwd", "other=1", "counterpoint-session-8080=Ω",
      "counterpoint-session-8080=00000000000000000000000000000000.0000019aa0000000.00000000000000000000000000000000",
      "counterpoint-session-8080=00000000000000000000000000000000.ffffffffffffffff.00000000000000000000000000000000",
    ]
  )
  func requestsWithoutValidCookieAreRefused(cookie: String?) async {
    let tally = TallySite()
    _ = await tally.newCookie()
    let response = await tally.post("action=\(encoded(.add(1)))", cookie)
    #expect(response.status == 403)
    #expect(response.text == "The server does not know this session: load the page again.\n")
    #expect(await tally.get("/events?since=0", cookie).status == 403)
    #expect(tally.site.sessionCount == 0)
  }

  @Test func forgedSessionIsNotAdopted() async {
    let tally = TallySite()
    let forged = "counterpoint-session-8080=0123456789abcdef0123456789abcdef"
    let cookie = await tally.get("/", forged).header("set-cookie")
    #expect(cookie != nil)
    #expect(cookie?.hasPrefix(forged) == false)
  }

  @Test func everyCharacterOfACookieIsSigned() async {
    let tally = TallySite()
    let cookie = await tally.newCookie()
    let name = "counterpoint-session-8080=".count
    for position in name..<cookie.count {
      var changed = Array(cookie)
      changed[position] = changed[position] == "0" ? "1" : "0"
      #expect(await tally.send(.add(1), String(changed)) == 403)
    }
    #expect(await tally.send(.add(1), String(cookie.dropLast())) == 403)
    #expect(await tally.send(.add(1), cookie) == 204)
  }

  @Test func otherPathsAndMethodsAreRefused() async {
    let tally = TallySite()
    #expect(await tally.get("/nothing").status == 404)
    #expect(await tally.get("/actions").status == 405)
    #expect(await tally.get("/actions").header("allow") == "POST")
    #expect(
      await tally.site.respond(to: WebRequest(method: "DELETE", path: "/", headers: ["host": "localhost"])).status
        == 405
    )
    #expect(tally.site.sessionCount == 0)
  }

  @Test(arguments: ["since=-1", "since=a", "", "since=99999999999999999999", "since=0.", "since=0.12", "since=1.5"])
  func malformedRevisionsAreRefused(query: String) async {
    let tally = TallySite()
    let cookie = await tally.newCookie()
    #expect(await tally.get("/events?" + query, cookie).status == 400)
  }

  @Test(arguments: [
    ("localhost:8080", 200), ("127.0.0.1", 421), ("evil.example:8080", 421), ("[::1]:8080", 200), ("", 421),
  ])
  func otherHostsAreRefused(host: String, status: Int) async {
    let tally = TallySite(hosts: ["localhost", "[::1]"])
    #expect(await tally.get("/", headers: ["host": host]).status == status)
  }

  @Test func inputIsNotEchoed() async {
    let tally = TallySite()
    let cookie = await tally.newCookie()
    for path in ["/", "/actions", "/<script>"] {
      let text = await tally.post("action=<script>secret", cookie, path: path).text
      #expect(text?.contains("secret") == false)
    }
    #expect(await tally.get("/<script>secret").text == "There is no such page.\n")
  }

  @Test func tenThousandGarbageRequestsChangeNothing() async {
    let tally = TallySite()
    let (cookie, other) = (await tally.newCookie(), await tally.newCookie())
    #expect(await tally.send(.add(7), cookie) == 204)
    var random = Garbage(state: 1)
    for _ in 0..<10_000 {
      let request = random.request(cookie: cookie)
      let status = await tally.site.respond(to: request).status
      #expect((400..<500).contains(status), "\(request) got \(status)")
    }
    #expect(tally.site.sessionCount == 1)
    #expect(await tally.count(cookie) == "7")
    #expect(await tally.count(other) == "0")
  }
}

/// A generator of invalid requests: each is a valid request with at least one broken part.
private struct Garbage {
  var state: UInt64

  mutating func next(_ count: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(count))
  }

  mutating func bytes() -> [UInt8] {
    (0..<next(64)).map { _ in UInt8(next(256)) }
  }

  mutating func text() -> String { String(decoding: bytes(), as: UTF8.self) }

  mutating func request(cookie: String) -> WebRequest {
    var request = WebRequest(
      method: "POST",
      path: "/actions",
      headers: [
        "host": "localhost:8080", "origin": "http://localhost:8080", "cookie": cookie,
        "content-type": "application/x-www-form-urlencoded",
      ],
      body: .complete(Array("action=%7B%22add%22%3A%7B%22_0%22%3A1%7D%7D".utf8))
    )
    switch next(7) {
    case 0: request.path += "/" + text()
    case 1: request.method = "X" + text()
    case 2: request.headers["origin"] = text()
    case 3: request.headers["cookie"] = text()
    case 4: request.headers["content-type"] = text()
    case 5: request.body = .complete(Array("action=%7B%22add%22%3A".utf8) + bytes())
    default: request.body = .complete(bytes())
    }
    return request
  }
}
