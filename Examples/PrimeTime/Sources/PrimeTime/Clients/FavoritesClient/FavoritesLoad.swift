/// A list of favorites.
public struct FavoritesLoad: Codable, Equatable, Sendable {
  /// The primes in the order in which they were saved, each once.
  public var primes: [Int]
  /// The numbers in the list that are not prime, because another program has written them.
  public var notPrime: [Int]

  /// Creates a list.
  public init(primes: [Int], notPrime: [Int] = []) {
    self.primes = primes
    self.notPrime = notPrime
  }

  /// Sorts any numbers. Of equal ones, the first one counts.
  init(of numbers: [Int]) {
    var seen: Set<Int> = []
    let numbers = numbers.filter { seen.insert($0).inserted }
    self.init(primes: numbers.filter(isPrime), notPrime: numbers.filter { !isPrime($0) })
  }

  /// Returns the primes, or throws ``FavoritesError/notPrime(_:)``.
  func allPrimes() throws -> [Int] {
    if notPrime.isEmpty { primes } else { throw FavoritesError.notPrime(notPrime) }
  }
}

/// The side effect of saving favorites.
public struct FavoritesSave: Codable, Equatable, Sendable {
  /// A sentence about the foreign file that was quarantined, if there was one.
  public var movedAside: String?

  /// Creates a result.
  public init(movedAside: String? = nil) { self.movedAside = movedAside }
}
