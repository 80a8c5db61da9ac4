import Foundation

/// The text of a file of favorites.
enum FavoritesFormat {
  static let name = "primetime-favorites"
  static let version = 1
  /// The maximum size of a file in bytes: some 800,000 of the longest primes.
  static let maximumSize = 16 << 20

  private struct Header: Decodable {
    var format: String
    var version: Int
  }

  private struct Body: Decodable {
    var primes: [Int]
  }

  /// Writes by hand, because Foundation would write each number on a line of its own, or everything on one.
  static func encode(_ primes: [Int]) -> Data {
    Data(
      """
      {
        "format": "\(name)",
        "version": \(version),
        "primes": [\(primes.map(String.init).joined(separator: ", "))]
      }

      """.utf8
    )
  }

  /// Reads the primes, or throws the reason why the file is foreign or newer.
  static func decode(_ data: Data, path: String) throws(FavoritesError) -> FavoritesLoad {
    func foreign(_ reason: String) -> FavoritesError { .notFavorites(path: path, reason: reason) }
    if data.isEmpty { throw foreign("it is empty") }
    do {
      let header = try JSONDecoder().decode(Header.self, from: data)
      if header.format != name { throw foreign("its \"format\" is \(quoted(header.format)), not \"\(name)\"") }
      // Before the list, which may have another form in a newer version.
      if header.version > version {
        throw FavoritesError.newerVersion(path: path, version: header.version, supported: version)
      }
      if header.version < version { throw foreign("there never was a version \(header.version)") }
      return FavoritesLoad(of: try JSONDecoder().decode(Body.self, from: data).primes)
    } catch let error as FavoritesError {
      throw error
    } catch DecodingError.keyNotFound(let key, _) {
      throw foreign("it has no \"\(key.stringValue)\"")
    } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context) {
      let place = context.codingPath.map { key in key.intValue.map { "[\($0)]" } ?? "\"\(key.stringValue)\"" }.joined()
      throw foreign(place.isEmpty ? "it is not a JSON object" : "\(place) has the wrong type")
    } catch {
      // On Linux, a fraction in the place of an integer has no error of its own.
      let isJSON = (try? JSONSerialization.jsonObject(with: data)) != nil
      throw foreign(isJSON ? "it has a number that is not whole or does not fit" : "it is not JSON")
    }
  }

  /// Shortens a string from a foreign file, and removes control characters, which a terminal would obey.
  private static func quoted(_ string: String) -> String {
    let scalars = string.unicodeScalars.prefix(40).map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }
    return "\"\(String(String.UnicodeScalarView(scalars)))\(string.unicodeScalars.count > 40 ? "…" : "")\""
  }
}
