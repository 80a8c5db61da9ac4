public import Counterpoint
import Foundation

/// The persistent storage of the favorite primes.
///
/// A struct of closures, so that a test or a preview can replace a single one. Copies share their storage.
///
/// ``load`` returns what ``save`` stored: the same primes in the same order, without duplicates.
@DependencyClient
public struct FavoritesClient: Sendable {
  /// The favorites that were saved last, or none if nothing was ever saved.
  ///
  /// - Throws: ``FavoritesError`` when there may be favorites, but they can't be read.
  public var load: @Sendable () async throws -> FavoritesLoad

  /// Replaces the saved favorites. Of a prime that is there twice, the first one counts.
  ///
  /// When it returns, they are where they belong for good. When it throws, what was there before is still there. A save
  /// that has begun is not cut short by cancellation. Saves that run at the same time are done one after the other in
  /// no particular order: a feature that saves often lets one end before it starts the next.
  ///
  /// - Throws: ``FavoritesError``; ``FavoritesError/notPrime(_:)`` when a number has no place among favorite primes.
  public var save: @Sendable (_ primes: [Int]) async throws -> FavoritesSave
}

extension FavoritesClient: DependencyKey {
  /// Stores the favorites in a file in the user's data folder: see ``defaultPath(environment:)``. Without such a
  /// folder, each use throws.
  public static var liveValue: Self { live(environment: ProcessInfo.processInfo.environment) }

  static func live(environment: [String: String]) -> Self {
    if let path = defaultPath(environment: environment) { return file(path) }
    let (path, reason) = ("primetime/favorites.json", "there is no $XDG_DATA_HOME and no $HOME to keep it in")
    return Self(
      load: { throw FavoritesError.cannotLoad(path: path, reason: reason) },
      save: { _ in throw FavoritesError.cannotSave(path: path, reason: reason) }
    )
  }

  /// Keeps the favorites in memory.
  public static var previewValue: Self { .inMemory([2, 3, 5]) }

  /// Reports each use: a test says itself where its favorites are.
  public static var testValue: Self { Self() }
}

extension DependencyValues {
  /// The persistent storage of the favorite primes.
  public var favorites: FavoritesClient {
    get { self[FavoritesClient.self] }
    set { self[FavoritesClient.self] = newValue }
  }
}
