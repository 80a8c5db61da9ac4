import CounterpointSessions
import Testing

@Suite struct PageTests {
  @Test func firstPageWorksWithoutTheScript() async throws {
    let response = await TallySite().get("/")
    #expect(response.status == 200)
    #expect(response.header("content-type") == "text/html; charset=utf-8")
    let text = try #require(response.text)
    #expect(text.hasPrefix("<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\">"))
    #expect(text.contains("<title>Tally &lt;1&gt;</title>"))
    #expect(text.contains(#/<div id="page" data-revision="0\.[0-9a-f]{32}" data-nodes="5"><p>0</p>/#))
    // The disabled button is the first one of its form, so Enter outside of all other forms does nothing.
    #expect(
      text.contains(
        #"<body><form id="actions" method="post" novalidate hidden><input type="submit" disabled>"#
          + #"<input type="hidden" name="counterpoint-idempotency-key" value=""#
      )
    )
    #expect(text.contains(#"data-heartbeat="15000.0" data-body-size="16384" data-inputs="100"></p>"#))
    #expect(text.contains(#/<script src="/counterpoint\.js\?v=[0-9a-f]+" defer></script>/#))
    #expect(!text.contains("http-equiv"))
  }

  @Test func cookieIsInaccessibleToScriptsAndOtherSites() async throws {
    let cookie = try #require(await TallySite().get("/").header("set-cookie"))
    #expect(cookie.hasSuffix("; Path=/; HttpOnly; SameSite=Lax"))
    #expect(cookie.prefix { $0 != ";" }.count == "counterpoint-session-8080=".count + 82)
  }

  @Test func securityHeadersAreSet() async throws {
    let response = await TallySite().get("/")
    #expect(response.header("cache-control") == "no-store")
    #expect(response.header("x-content-type-options") == "nosniff")
    #expect(response.header("content-security-policy")?.hasPrefix("default-src 'none'; script-src 'self';") == true)
  }

  @Test func formRedirectsToThePage() async {
    let tally = TallySite()
    let cookie = await tally.newCookie()
    let response = await tally.post("name=Blob&action=\(encoded(.add(2)))", cookie, path: "/")
    #expect(response.status == 303)
    #expect(response.header("location") == "/")
    #expect(await tally.count(cookie) == "2")
    #expect(await tally.get("/", cookie).text?.contains(#"name="name" value="Blob""#) == true)
  }

  @Test func busyPageReloadsWithoutTheScript() async {
    let tally = TallySite()
    let cookie = await tally.newCookie()
    #expect(await tally.send(.wait, cookie) == 204)
    let text = await tally.get("/", cookie).text
    #expect(text?.contains("<noscript><meta http-equiv=\"refresh\" content=\"1\"></noscript>") == true)
  }

  @Test func eachSessionHasItsOwnStore() async {
    let tally = TallySite()
    let (first, second) = (await tally.newCookie(), await tally.newCookie())
    #expect(first != second)
    #expect(await tally.send(.add(7), first) == 204)
    #expect(await tally.count(first) == "7")
    #expect(await tally.count(second) == "0")
    // A page load starts no session.
    #expect(tally.site.sessionCount == 1)
  }

  @Test func inputsAreHandledInTheirOrder() async {
    let tally = TallySite()
    let cookie = await tally.newCookie()
    let body = "action=\(encoded(.named("a")))&name=b&action=\(encoded(.add(1)))&name=c+d%21"
    #expect(await tally.post(body, cookie).status == 204)
    #expect(await tally.get("/", cookie).text?.contains(#"value="c d!""#) == true)
    #expect(await tally.count(cookie) == "1")
  }

  @Test func scriptAndStyleSheetAreServed() async throws {
    let tally = TallySite()
    let script = await tally.get("/counterpoint.js")
    #expect(script.header("content-type") == "text/javascript; charset=utf-8")
    #expect(try #require(script.text).utf8.count < 75_000)
    #expect(await tally.get("/style.css").text == "p { color: red }")
    #expect(tally.site.sessionCount == 0)
  }

  @Test(arguments: ["/counterpoint.js", "/style.css"])
  func anAssetIsCachedUnderItsFingerprint(_ path: String) async throws {
    let tally = TallySite()
    let page = try #require(await tally.get("/").text)
    let start = try #require(page.firstRange(of: "\(path)?")).upperBound
    let query = String(page[start...].prefix { $0 != "\"" })
    let asset = await tally.site.respond(
      to: WebRequest(method: "GET", path: path, query: query, headers: ["host": "localhost:8080"])
    )
    #expect(asset.header("cache-control") == "public, max-age=31536000, immutable")
    #expect(await tally.get(path).header("cache-control") == "no-cache")
    let other = await TallySite().get("/").text
    #expect(other?.contains(query) == true)
  }
}
