public import Foundation
import PrimeTime
public import StateSharing

/// Returns the favorites of all visitors, in a file: `[2, 3, 7]`. The first change quarantines a file with anything
/// else.
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
