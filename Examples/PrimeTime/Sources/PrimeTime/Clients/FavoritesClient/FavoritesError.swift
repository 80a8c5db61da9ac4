public import Foundation

/// An error of loading or saving favorites. The reasons are ends of sentences.
public enum FavoritesError: Error, Codable, Equatable, Sendable {
  /// The file can't be read, and stays.
  case cannotLoad(path: String, reason: String)
  /// The favorites are not saved, and the old ones stay.
  case cannotSave(path: String, reason: String)
  /// The file is not a list of favorites, and stays.
  case notFavorites(path: String, reason: String)
  /// The file was written by a newer version of the program, and stays.
  case newerVersion(path: String, version: Int, supported: Int)
  /// These numbers are not prime, so nothing was saved.
  case notPrime([Int])
}

extension FavoritesError: LocalizedError, CustomStringConvertible {
  /// A sentence or two for the user.
  public var description: String {
    switch self {
    case .cannotLoad(let path, let reason):
      "Can't load the favorite primes from \(path): \(reason)."
    case .cannotSave(let path, let reason):
      "Can't save the favorite primes to \(path): \(reason)."
    case .notFavorites(let path, let reason):
      "\(path) is not a list of favorite primes (\(reason)). It was left as it is; saving moves it aside first."
    case .newerVersion(let path, let version, let supported):
      """
      The favorite primes in \(path) were saved by a newer program (format version \(version), and this program knows \
      \(supported)). The file was left as it is; use the newer program or choose another path.
      """
    case .notPrime(let numbers):
      "Can't save as favorite primes what is not prime: \(numbers.map(String.init).joined(separator: ", "))."
    }
  }

  /// The same text as ``description``.
  public var errorDescription: String? { description }
}
