import Foundation
import Testing

@testable import CounterpointSessions

/// Foundation keeps each locale for ever, so a header must not invent any.
@Suite struct KnownLocalesTests {
  @Test(
    arguments: [
      ("en", "en"), ("en-US", "en_US"), ("de", "de"), ("pt-BR", "pt_BR"), ("zh-Hant-TW", "zh_Hant_TW"),
      ("zh-TW", "zh_TW"), ("zh-CN", "zh_CN"), ("zh-Hans", "zh_Hans"), ("sr-Latn-RS", "sr_Latn_RS"), ("sr-RS", "sr_RS"),
      ("es-419", "es_419"), ("en-150", "en_150"), ("nb-NO", "nb_NO"), ("no", "no"), ("fil-PH", "fil_PH"),
      ("tlh", "tlh"), ("haw-US", "haw_US"),
      ("EN-us", "en_US"), ("zh-hant-hk", "zh_Hant_HK"), ("iw-IL", "he_IL"), ("in", "id"),
      // A program can have a language in each region.
      ("de-US", "de_US"), ("xx-US", "xx_US"), ("fr-US", "fr"),
      ("de-CH-1996", "de_CH"), ("ca-ES-valencia", "ca_ES"), ("en-Latn-US", "en_US"), ("de-DE-u-co-phonebk", "de_DE"),
      ("zh-yue-HK", "zh_HK"), ("en-abcdefgh-x-us", "en"), ("en-u-us", "en"), ("en-ZZ", "en"), ("en-Abcd-999", "en"),
      ("zz", nil), ("x-klingon", nil), ("abcdefgh", nil), ("i-default", nil), ("", nil), ("-", nil), ("-en", nil),
    ] as [(String, String?)]
  )
  func onlyKnownPartsOfATagAreInItsLocale(tag: String, identifier: String?) {
    #expect(KnownLocales.identifier(of: tag, offered: ["en-GB", "de", "xx"]) == identifier)
  }

  @Test func randomTagsGiveNoOtherLocalesThanTheKnownOnes() {
    var random = Generator()
    let languages = Locale.LanguageCode.isoLanguageCodes.map(\.identifier)
    let regions = KnownLocales.regions.sorted()
    let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789")
    func text(_ count: ClosedRange<Int>) -> String {
      String((0..<Int.random(in: count, using: &random)).map { _ in letters.randomElement(using: &random) ?? "a" })
    }
    func tag() -> String {
      let language = Bool.random(using: &random) ? languages.randomElement(using: &random) : nil
      let region = Bool.random(using: &random) ? regions.randomElement(using: &random) : nil
      let parts = [language ?? text(2...3), text(4...4), region ?? text(2...3), text(5...8), "x", text(1...8)]
      return parts.filter { _ in Int.random(in: 0..<4, using: &random) > 0 }.joined(separator: "-")
    }
    let offered = ["en", "de-CH"]
    let found = Set((0..<10_000).compactMap { _ in KnownLocales.identifier(of: tag(), offered: offered) })
    // The languages of the program can have each region.
    let more = ["en", "de"].flatMap { language in regions.map { "\(language)_\($0)" } }
    #expect(found.count > 500)
    #expect(found.subtracting(KnownLocales.identifiers).subtracting(more).isEmpty)
    #expect(KnownLocales.identifiers.count < 5_000)
  }

  @Test func aVisitorGetsTheLocaleOfTheHeader() {
    let visitor = WebVisitor(languages: ["fr-x-abc", "DE-ch-1996", "en-GB"])
    #expect(visitor.choice(of: ["en-GB", "de"]).language == "de")
    #expect(visitor.choice(of: ["en-GB", "de"]).locale.identifier == "de_CH")
    #expect(WebVisitor(languages: ["EN-gb"]).choice(of: ["de", "en-GB"]).locale.identifier == "en_GB")
    #expect(WebVisitor(languages: ["iw-IL"]).choice(of: ["en", "he"]).locale.identifier == "he_IL")
    #expect(WebVisitor(languages: ["zz-ZZ"]).choice(of: ["ca-ES-valencia"]).locale.identifier == "ca_ES_valencia")
  }
}

/// The same random numbers in each run.
private struct Generator: RandomNumberGenerator {
  private var state: UInt64 = 5

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 33)
  }
}
