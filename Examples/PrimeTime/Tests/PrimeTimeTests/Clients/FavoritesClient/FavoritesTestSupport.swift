import Foundation

@testable import PrimeTime

/// 2025-01-31, one second before midnight in Greenwich.
let lastSecondOfJanuary = Date(timeIntervalSince1970: 1_738_367_999)

/// The name of a file that is moved aside at ``lastSecondOfJanuary``.
let asideName = "favorites.json.unreadable-20250131T235959Z"

extension TemporaryFolder {
  /// A client over `favorites.json` in this folder, at ``lastSecondOfJanuary``.
  func client(_ name: String = "favorites.json", _ fileSystem: FileSystem = .live) -> FavoritesClient {
    .file(self(name), fileSystem: fileSystem, now: { lastSecondOfJanuary })
  }
}

/// Our file with any list in it.
func favoritesText(version: Int = 1, _ list: String) -> String {
  #"{"format":"primetime-favorites","version":\#(version),"primes":\#(list)}"#
}
