import CounterpointHTML
import Foundation

/// The locales that browsers can ask for.
///
/// Foundation keeps each `Locale` until the process ends, even that of an invented identifier, and a browser can name
/// any language. So only identifiers from lists of the system become locales, which bounds their number.
enum KnownLocales {
  /// The languages, and the locales of the system, with and without their scripts: `zh_Hant_TW` and `zh_TW`.
  static let identifiers: Set<String> = {
    var identifiers = Set(Locale.LanguageCode.isoLanguageCodes.map(\.identifier))
    for identifier in Locale.availableIdentifiers {
      identifiers.insert(identifier)
      let parts = identifier.splitBytes(at: "_")
      if parts.count == 3 { identifiers.insert("\(parts[0])_\(parts[2])") }
    }
    return identifiers
  }()

  static let regions = Set(Locale.Region.isoRegions.map(\.identifier))

  /// The languages whose codes have changed. Some clients send the old ones.
  private static let renamed = ["in": "id", "iw": "he", "ji": "yi"]

  /// Returns the code of a tag's language, as in `de` for `de-CH`.
  static func language(of tag: String) -> String {
    let code = String(tag.lowercasedASCII().bytes(before: "-"))
    return renamed[code] ?? code
  }

  /// Returns the code of the script in which a tag's language is written, as in `Hant` for `zh-TW`; `nil` if the system
  /// does not know it.
  static func script(of tag: String) -> String? {
    let subtags = tag.splitBytes(at: "-").dropFirst().prefix { $0.utf8.count > 1 }
    if let script = subtags.first(where: { $0.utf8.count == 4 && scripts.contains($0.lowercasedASCII()) }) {
      return script.lowercasedASCII()
    }
    guard let identifier = identifier(of: tag, offered: []) else { return nil }
    return Locale.Language(identifier: identifier).script?.identifier.lowercasedASCII()
  }

  private static let scripts: Set<String> = Set(
    identifiers.compactMap { identifier in
      let parts = identifier.splitBytes(at: "_")
      return parts.count > 1 && parts[1].utf8.count == 4 ? parts[1].lowercasedASCII() : nil
    }
  )

  /// Returns the identifier of a tag's locale, as in `de_CH` for `de-CH-1996`; `nil` for an unknown language.
  ///
  /// Unknown scripts and regions, variants and extensions are left out.
  ///
  /// - Parameters:
  ///   - tag: The tag of a language, as in the header `Accept-Language`.
  ///   - offered: The languages of the program. They can have each region.
  static func identifier(of tag: String, offered: [String]) -> String? {
    let language = language(of: tag)
    let isOffered = offered.contains { self.language(of: $0) == language }
    guard isOffered || identifiers.contains(language) else { return nil }
    // An extension begins with a single letter.
    let subtags = tag.uppercased().split(separator: "-").dropFirst().prefix { $0.utf8.count > 1 }
    var identifier = language
    if let script = subtags.first(where: { $0.utf8.count == 4 }) {
      let written = "\(language)_\(script.prefix(1))\(script.dropFirst().lowercasedASCII())"
      if identifiers.contains(written) { identifier = written }
    }
    if let region = subtags.first(where: { regions.contains(String($0)) }) {
      let written = "\(identifier)_\(region)"
      if isOffered || identifiers.contains(written) { identifier = written }
    }
    return identifier
  }
}
