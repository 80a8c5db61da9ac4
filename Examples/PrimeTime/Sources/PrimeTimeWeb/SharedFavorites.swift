public import Foundation
public import PrimeTime
public import StateSharing

/// Returns the favorites of all visitors, which a file stores as `[2, 3, 7]`. The first change quarantines a damaged
/// file.
///
/// - Parameter url: The file.
public func sharedFavorites(in url: URL) -> Shared<[Int]> {
  Shared(
    wrappedValue: [],
    .fileStorage(
      url,
      decode: { @Sendable data in
        let primes = try JSONDecoder().decode([Int].self, from: data)
        let notPrime = primes.filter { !isPrime($0) }
        guard notPrime.isEmpty else { throw FavoritesError.notPrime(notPrime) }
        return primes
      },
      encode: { @Sendable primes in try JSONEncoder().encode(primes) }
    )
  )
}

extension FavoritesClient {
  /// Stores the favorites in a value that all visitors share, and accepts the same lists as ``file(_:)``.
  ///
  /// - Parameter favorites: The value.
  public static func shared(_ favorites: Shared<[Int]>) -> Self {
    Self(
      load: { FavoritesLoad(primes: favorites.wrappedValue) },
      save: { primes in
        let notPrime = primes.filter { !isPrime($0) }
        guard notPrime.isEmpty else { throw FavoritesError.notPrime(notPrime) }
        favorites.withLock { stored in
          stored = primes.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        }
        return FavoritesSave()
      }
    )
  }
}
