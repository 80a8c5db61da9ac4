import ControlledClocks
import CounterpointCore
import CounterpointHTML
import CounterpointSessions
import CounterpointSessionsTestSupport
import DependencyInjection
import Foundation
import Testing

/// Stores know the languages and the time zone of their visitors.
@Suite struct WebVisitorTests {
  private struct State: Equatable, Sendable {
    var lines: [String] = []

    init() {
      @Dependency(\.locale) var locale
      @Dependency(\.preferredLocales) var preferredLocales
      @Dependency(\.calendar) var calendar
      @Dependency(\.webVisitor) var visitor
      lines = [
        "locale \(locale.identifier)",
        "preferred \(preferredLocales.map(\.identifier))",
        "half \(0.5.formatted(.number.locale(locale)))",
        "zone \(visitor.timeZone == nil ? "unknown" : calendar.timeZone.identifier)",
        "languages \(visitor.languages)",
        "browser \(visitor.userAgent ?? "none")",
      ]
    }
  }

  private func site(languages: [String] = ["en", "de"]) -> WebSite<State, Int> {
    let app = WebApp<State, Int>(
      title: "Visitor",
      languages: languages,
      viewStore: { actor in
        Store(initialState: State(), isolation: actor) { Reduce<State, Int> { _, _ in .none } }.view
      },
      screen: { state in
        html {
          for line in state.lines { Element(.p) { line } }
          Element.button(1) { "Go on" }
        }
      }
    )
    return WebSite(app, clock: TestClock())
  }

  private func page(_ headers: [String: String], languages: [String] = ["en", "de"]) async -> String {
    let headers = headers.merging(["host": "localhost"]) { $1 }
    return await site(languages: languages).respond(to: WebRequest(method: "GET", path: "/", headers: headers)).text
      ?? ""
  }

  @Test(arguments: [
    ("zh-Hant-TW", "zh-Hant"), ("zh-TW", "zh-Hant"), ("zh-HK", "zh-Hant"), ("zh-Hant", "zh-Hant"),
    ("zh-CN", "zh-Hans"), ("zh-Hans-SG", "zh-Hans"), ("zh", "zh-Hans"), ("zh-Xxxx-TW", "zh-Hant"), ("sr", "sr"),
    ("sr-Latn-RS", "sr-Latn"), ("de-CH", "en"),
  ])
  func theScriptOfALanguageCounts(wanted: String, language: String) async {
    let page = await page(["accept-language": wanted], languages: ["en", "zh-Hans", "zh-Hant", "sr", "sr-Latn"])
    #expect(page.contains("<html lang=\"\(language)\">"))
  }

  @Test func thePageIsInTheVisitorsLanguage() async {
    let page = await page(["accept-language": "fr;q=0.5, de-CH, en;q=0.8"])
    #expect(page.contains(#"<html lang="de">"#))
    #expect(page.contains("<p>locale de_CH</p>"))
    #expect(page.contains(#"<p>preferred ["de_CH", "en", "fr"]</p><p>half 0.5</p>"#))
    #expect(page.contains(#"<p>languages ["de-CH", "en", "fr"]</p>"#))
  }

  @Test func theRegionOfTheVisitorFormatsNumbers() async {
    #expect(await page(["accept-language": "de-DE"]).contains("<p>half 0,5</p>"))
    #expect(await page(["accept-language": "en-GB, de;q=0.9"]).contains("<p>locale en_GB</p>"))
  }

  @Test(arguments: [
    nil, "", "fr", "*", "de;q=0", "de;q=x", "../../etc", "de_DE", "\u{0}", ",,;;==", String(repeating: "d", count: 100),
    String(repeating: "de,", count: 5000) + "x",
  ])
  func otherHeadersAreHarmless(_ header: String?) async {
    let page = await page(header.map { ["accept-language": $0] } ?? [:])
    let expected = header?.hasPrefix("de,") == true ? "de" : "en"
    #expect(page.contains(#"<html lang="\#(expected)">"#))
    #expect(page.contains("<p>locale \(expected)</p>"))
  }

  /// Foundation keeps each locale for ever.
  @Test func unknownPartsOfALanguageAreInNoLocale() async {
    let page = await page(["accept-language": "fr-abcde-x-fghij, zz-QQ, de-CH-u-nu-latn, en-x-abcdefgh"])
    #expect(page.contains("<p>locale de_CH</p>"))
    #expect(page.contains(#"<p>preferred ["fr", "de_CH", "en"]</p>"#))
    #expect(page.contains(#"<p>languages ["fr-abcde-x-fghij", "zz-QQ", "de-CH-u-nu-latn", "en-x-abcdefgh"]</p>"#))
  }

  @Test func theTimeZoneComesFromTheScript() async {
    #expect(await page(["cookie": "counterpoint-time-zone=Asia%2FTokyo"]).contains("<p>zone Asia/Tokyo</p>"))
  }

  @Test(arguments: ["../../etc/passwd", "Mars/Olympus", "%00", "", "Asia%2FTokyo%00", "%"])
  func otherTimeZonesAreUnknown(_ name: String) async {
    #expect(await page(["cookie": "counterpoint-time-zone=\(name)"]).contains("<p>zone unknown</p>"))
  }

  @Test func aSessionKeepsItsVisitor() async throws {
    let headers = ["accept-language": "de", "user-agent": "Test"]
    let visitor = TestVisitor(site(), headers: headers)
    try await visitor.open()
    try await visitor.click("Go on")
    #expect(await visitor.text.contains("locale de"))
    #expect(await visitor.text.contains("browser Test"))
  }
}
