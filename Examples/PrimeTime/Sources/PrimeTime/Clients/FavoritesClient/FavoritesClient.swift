public import Counterpoint
import Foundation

/// The storage of the favorite primes: closures, so that a test can replace a single one.
@DependencyClient
public struct FavoritesClient: Sendable {
  /// Returns the favorites that were saved last; none if nothing was ever saved. Throws a ``FavoritesError``.
  public var load: @Sendable () async throws -> FavoritesLoad

  /// Replaces the saved favorites. When it returns, they are durable; when it throws a ``FavoritesError``, the old ones
  /// are still there. Of a prime that is there twice, the first one counts.
  public var save: @Sendable (_ primes: [Int]) async throws -> FavoritesSave
}

extension FavoritesClient: DependencyKey {
  /// Stores the favorites in a file in the user's data folder. Without such a folder, each use throws.
  public static var liveValue: Self { live(environment: ProcessInfo.processInfo.environment) }

  /// Stores the favorites in memory.
  public static var previewValue: Self { .inMemory([2, 3, 5]) }

  /// Reports each use, because a test specifies its favorites itself.
  public static var testValue: Self { Self() }

  /// Stores the favorites for as long as the client lives.
  ///
  /// - Parameter initial: The favorites before the first save.
  public static func inMemory(_ initial: [Int] = []) -> Self {
    let favorites = LockIsolated(initial)
    return Self(
      load: { FavoritesLoad(of: favorites.value) },
      save: { primes in
        favorites.setValue(try FavoritesLoad(of: primes).allPrimes())
        return FavoritesSave()
      }
    )
  }
}

extension DependencyValues {
  /// The storage of the favorite primes.
  public var favorites: FavoritesClient {
    get { self[FavoritesClient.self] }
    set { self[FavoritesClient.self] = newValue }
  }
}
