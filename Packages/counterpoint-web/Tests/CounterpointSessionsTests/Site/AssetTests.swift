import ControlledClocks
import CounterpointCore
import CounterpointHTML
import CounterpointSessionsTestSupport
import Testing

@testable import CounterpointSessions

/// Files of the program, and their compressed variants.
@Suite struct AssetTests {
  private static let logo = WebAsset("/pictures/logo.png", type: "image/png", bytes: [0x89, 0x50, 0xFF])
  private static let chart = WebAsset.script("/chart.js", "counterpoint.hook('chart', {});")

  private func site(path: String = "/") -> WebSite<Int, Bool> {
    let app = WebApp<Int, Bool>(
      title: "Logo",
      assets: [Self.logo, Self.chart, WebAsset("/favicon.ico", type: "image/png", bytes: [0x89])],
      viewStore: { actor in
        Store(initialState: 0, isolation: actor) { Reduce<Int, Bool> { _, _ in .none } }.view
      },
      screen: { _ in html { Element(.img, .id("logo"), .src(Self.logo.address), .label("/pictures/logo.png")) } }
    )
    return WebSite(app, path: path, clock: TestClock())
  }

  private func get(
    _ path: String,
    _ site: WebSite<Int, Bool>,
    query: String = "",
    headers: [String: String] = [:]
  ) async -> WebResponse {
    await site.respond(
      to: WebRequest(
        method: "GET",
        path: path,
        query: query,
        headers: ["host": "localhost"].merging(headers) { $1 }
      )
    )
  }

  @Test func aFileOfTheProgramIsServed() async {
    let response = await get("/pictures/logo.png", site(), query: "v=\(Self.logo.fingerprint)")
    #expect(response.status == 200)
    #expect(response.header("content-type") == "image/png")
    #expect(response.header("cache-control") == "public, max-age=31536000, immutable")
    guard case .bytes(let bytes) = response.body else {
      Issue.record("The body is no content of an asset.")
      return
    }
    #expect(bytes == [0x89, 0x50, 0xFF])
    #expect(response.text == nil)
    #expect(await get("/pictures/logo.png", site(), query: "v=0").header("cache-control") == "no-cache")
    #expect(await get("/pictures", site()).status == 404)
  }

  @Test func browsersFindAnIconAtItsPath() async {
    let response = await get("/favicon.ico", site(), headers: ["sec-fetch-dest": "image"])
    #expect(response.status == 200)
    #expect(response.header("content-type") == "image/png")
    #expect(response.header("cache-control") == "no-cache")
  }

  @Test func pagesLoadScriptsAfterThatOfTheSite() async throws {
    let text = try #require(await get("/", site()).text)
    let own = try #require(text.firstRange(of: "/counterpoint.js?"))
    let chart = try #require(
      text.firstRange(of: "<script src=\"/chart.js?v=\(Self.chart.fingerprint)\" defer></script>")
    )
    #expect(own.upperBound < chart.lowerBound)
    #expect(await get("/chart.js", site()).text == "counterpoint.hook('chart', {});")
  }

  @Test func addressesAreBelowThePathOfTheSite() async throws {
    let site = site(path: "/board")
    let page = [HTML](markup: try #require(await get("/board", site).text))
    let logo = try #require(page.element(id: "logo"))
    #expect(logo.value(of: "src") == "/board\(Self.logo.address)")
    #expect(logo.value(of: "aria-label") == "/pictures/logo.png")
    #expect(await get("/board/pictures/logo.png", site).status == 200)
    #expect(site.handles("/board/chart.js"))
    #expect(!site.handles("/chart.js"))
  }

  @Test func onlySmallerTextsAreCompressed() async {
    let site = site().encodingAssets(as: "gzip") { Array($0.prefix(1)) }
    let headers = ["accept-encoding": "gzip"]
    #expect(await get("/chart.js", site, headers: headers).header("content-encoding") == "gzip")
    #expect(await get("/pictures/logo.png", site, headers: headers).header("content-encoding") == nil)
    #expect(await get("/pictures/logo.png", site, headers: headers).header("vary") == nil)
    #expect(await get("/", site, headers: headers).header("content-encoding") == nil)
    let larger = self.site().encodingAssets(as: "gzip") { $0 + [0] }
    #expect(await get("/chart.js", larger, headers: headers).header("content-encoding") == nil)
  }

  @Test func eachVariantHasATagOfItsOwn() async throws {
    let site = site().encodingAssets(as: "gzip") { Array($0.prefix(1)) }
    let plain = try #require(await get("/chart.js", site).header("etag"))
    let packed = try #require(await get("/chart.js", site, headers: ["accept-encoding": "gzip"]).header("etag"))
    #expect(plain != packed)
    for (tag, encoding, status) in [
      (plain, "", 304), (packed, "gzip", 304), (packed, "", 200), (plain, "gzip", 200), ("*", "", 304),
      ("\"other\", W/\(plain)", "", 304), ("", "", 200),
    ] {
      let response = await get(
        "/chart.js",
        site,
        headers: ["if-none-match": tag, "accept-encoding": encoding]
      )
      #expect(response.status == status, "\(tag) \(encoding)")
    }
  }

  @Test(arguments: [
    ("gzip", true), ("GZIP", true), ("x-gzip", true), ("*", true), ("br, gzip", true), ("gzip;q=0.001", true),
    ("gzip ; q=1.000", true), ("deflate;q=1, gzip;q=0.5", true), ("*;q=0.5, br;q=0", true), ("gzip,identity", true),
    ("identity;q=0.5, *;q=0.6", true), ("identity;q=0, gzip;q=0.1", true),
    ("", false), ("br", false), ("gzip;q=0", false), ("gzip;q=0.000", false), ("*, gzip;q=0", false), ("*;q=0", false),
    ("gzip;q=0, gzip", false), ("gzip;q=2", false), ("gzip;q=1.001", false), ("gzip;q=-1", false), ("gzip;q", false),
    ("gzip;q=0.0001", false), ("gzip;v=1", false), ("gzip;q=1;q=0", false), ("gzip;q=0.5, identity", false),
    ("gzip;q=0.5, *", false), ("gzi p", false), ("ungzip", false),
  ])
  func encodingsAreChosenByQuality(_ header: String, _ isAccepted: Bool) {
    #expect(AcceptedEncodings(header).prefers("gzip") == isAccepted)
  }

  @Test func aClientWithoutTheHeaderGetsTheContentUnchanged() {
    #expect(!AcceptedEncodings(nil).prefers("gzip"))
  }

  @Test func aPathOfTheSiteItselfStopsTheProgram() async {
    await #expect(processExitsWith: .failure) {
      _ = Assets(styleSheet: "", assets: [WebAsset("/events", type: "text/plain", bytes: [])], at: MountPath("/"))
    }
    await #expect(processExitsWith: .failure) {
      _ = Assets(styleSheet: "", assets: [.script("/counterpoint.js", "")], at: MountPath("/"))
    }
    await #expect(processExitsWith: .failure) { _ = WebAsset("/../secret", type: "text/plain", bytes: []) }
    await #expect(processExitsWith: .failure) { _ = WebAsset("logo.png", type: "image/png", bytes: []) }
  }
}
