import Foundation

/// The text that favorites are kept as.
enum FavoritesFormat {
  static let name = "primetime-favorites"
  static let version = 1
  /// More than this is neither read nor written. It is room for some 800,000 of the longest primes.
  static let maximumByteCount = 16 << 20

  /// The content of a file, decoded from its bytes.
  enum Content: Equatable {
    case favorites(FavoritesList)
    /// Ours, in a version that this program doesn't know yet.
    case newer(version: Int)
    /// Something else. The reason is the end of a sentence.
    case foreign(reason: String)
  }

  /// - Returns: Lines for a person to read, with a newline at the end.
  static func encode(_ primes: [Int]) -> [UInt8] {
    // By hand, because the encoder of Foundation writes each number on a line of its own, or everything on one.
    let text = """
      {
        "format": "\(name)",
        "version": \(version),
        "primes": [\(primes.map(String.init).joined(separator: ", "))]
      }

      """
    return Array(text.utf8)
  }

  /// Never fails: any bytes are something. Keys that this version doesn't know are ignored.
  static func decode(_ bytes: [UInt8]) -> Content {
    guard !bytes.isEmpty else { return .foreign(reason: "it is empty") }
    guard bytes.count <= maximumByteCount else {
      return .foreign(reason: "it is larger than \(maximumByteCount >> 20) MiB")
    }
    let data = Data(bytes)
    do {
      let header = try JSONDecoder().decode(Header.self, from: data)
      guard header.format == name else {
        return .foreign(reason: "its \"format\" is \(quoted(header.format)), not \"\(name)\"")
      }
      // Only the header of a newer version means what it says; its list may look like anything.
      guard header.version <= version else { return .newer(version: header.version) }
      guard header.version == version else {
        return .foreign(reason: "there never was a version \(header.version)")
      }
      return .favorites(FavoritesList(try JSONDecoder().decode(Body.self, from: data).primes))
    } catch {
      return .foreign(reason: reason(error, data))
    }
  }

  private struct Header: Decodable {
    var format: String
    var version: Int
  }

  private struct Body: Decodable {
    var primes: [Int]
  }

  /// Says in a few words what `JSONDecoder` tripped over. Its own texts are for programmers, and vary between
  /// platforms.
  private static func reason(_ error: any Error, _ data: Data) -> String {
    switch error {
    case DecodingError.keyNotFound(let key, _):
      "it has no \"\(key.stringValue)\""
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
      context.codingPath.isEmpty ? "it is not a JSON object" : "\(place(context.codingPath)) has the wrong type"
    // On Linux the decoder calls a fraction in the place of an `Int` invalid JSON, and does not say where it is.
    case _ where (try? JSONSerialization.jsonObject(with: data)) != nil:
      "it has a number that is not whole or does not fit"
    default:
      "it is not JSON"
    }
  }

  private static func place(_ path: [any CodingKey]) -> String {
    path.reduce(into: "") { text, key in
      if let index = key.intValue { text += "[\(index)]" } else { text += "\"\(key.stringValue)\"" }
    }
  }

  /// A foreign string for a message: short, and without control characters that a terminal would obey.
  private static func quoted(_ string: String) -> String {
    let scalars = string.unicodeScalars.prefix(40).map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }
    let text = String(String.UnicodeScalarView(scalars))
    return "\"\(text)\(string.unicodeScalars.count > 40 ? "…" : "")\""
  }
}
