public import PrimeTime
public import StateSharing

extension FavoritesClient {
  /// Keeps the favorites in a value that all visitors share, and accepts what ``file(_:)`` accepts.
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
