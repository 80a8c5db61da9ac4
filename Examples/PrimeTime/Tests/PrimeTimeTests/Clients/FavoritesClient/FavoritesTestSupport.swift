@_spi(Internals) import DurableFiles
import Foundation

@testable import PrimeTime

extension TemporaryFolder {
  /// A client over `favorites.json` in this folder, with system calls that a test can fail.
  func client(_ name: String = "favorites.json", _ layer: FileLayer = FileLayer()) -> FavoritesClient {
    .file(self(name), DurableFile(URL(fileURLWithPath: self(name)), layer: layer))
  }

  /// The path of the only quarantined file.
  var quarantined: String? {
    get throws {
      let names = try names.filter { $0.contains(".corrupt-") }
      return names.count == 1 ? self(names[0]) : nil
    }
  }
}

/// Our file with any list in it.
func favoritesText(version: Int = 1, _ list: String) -> String {
  #"{"format":"primetime-favorites","version":\#(version),"primes":\#(list)}"#
}
