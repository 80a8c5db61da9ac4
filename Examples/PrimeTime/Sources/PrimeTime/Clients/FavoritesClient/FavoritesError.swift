public import Foundation

/// An error of loading or saving favorites.
public enum FavoritesError: Error, Codable, Equatable, Sendable {
  /// There is something at the path, but it can't be read. It was not touched.
  ///
  /// - Parameters:
  ///   - path: Where the favorites are kept.
  ///   - reason: What the system said, as in `Permission denied`.
  case cannotLoad(path: String, reason: String)
  /// The new favorites are not saved. The old ones are still there, and nothing is left lying about.
  ///
  /// There is one exception, and its reason says so: if the disk fails at the very last step, the new ones are in
  /// place, but it is not certain that they survive a power cut.
  ///
  /// - Parameters:
  ///   - path: Where the favorites are kept.
  ///   - reason: What the system said, as in `No space left on device`.
  ///   - movedAside: A foreign file that was moved aside for the new one and could not be moved back.
  case cannotSave(path: String, reason: String, movedAside: MovedAside? = nil)
  /// A foreign file is in the way and can't be moved. It was not touched.
  ///
  /// - Parameters:
  ///   - file: The file, the path where it should have gone, and what shows that it isn't ours.
  ///   - reason: What the system said.
  case cannotMoveAside(_ file: MovedAside, reason: String)
  /// The file at the path isn't a list of favorites. It was not changed; a save moves it aside.
  ///
  /// - Parameters:
  ///   - path: The path of the favorites.
  ///   - reason: The evidence that it isn't a list of favorites, as the end of a sentence.
  case notFavorites(path: String, reason: String)
  /// The favorites were saved by a newer version of the program. They were not touched.
  ///
  /// - Parameters:
  ///   - path: Where the favorites are kept.
  ///   - version: The version of the file's format.
  ///   - supported: The newest version that this program knows.
  case newerVersion(path: String, version: Int, supported: Int)
  /// These numbers were to be saved as favorite primes, but aren't prime. Nothing was saved.
  case notPrime([Int])
}

extension FavoritesError: LocalizedError, CustomStringConvertible {
  /// A sentence or two for the user: the path, what went wrong, and what can be done if it isn't obvious.
  public var description: String {
    switch self {
    case .cannotLoad(let path, let reason):
      return "Can't load the favorite primes from \(path): \(reason)."
    case .cannotSave(let path, let reason, let movedAside):
      let text = "Can't save the favorite primes to \(path): \(reason)."
      return movedAside.map { "\(text) \($0)" } ?? text
    case .cannotMoveAside(let file, let reason):
      return "\(file.from) is not a list of favorite primes (\(file.reason)), and it can't be moved to \(file.to): "
        + "\(reason). It was left as it is; move it or choose another path."
    case .notFavorites(let path, let reason):
      return "\(path) is not a list of favorite primes (\(reason)). It was left as it is; saving moves it aside first."
    case .newerVersion(let path, let version, let supported):
      return
        "The favorite primes in \(path) were saved by a newer program (format version \(version), and this program "
        + "knows \(supported)). The file was left as it is; use the newer program or choose another path."
    case .notPrime(let numbers):
      let list = numbers.map(String.init).joined(separator: ", ")
      return "Can't save as favorite primes what is not prime: \(list)."
    }
  }

  /// The same text as ``description``.
  public var errorDescription: String? { description }
}
