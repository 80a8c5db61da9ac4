/// The result of ``FavoritesClient/load``.
public struct FavoritesLoad: Codable, Equatable, Sendable {
  /// The favorites in the order they were saved in, each once.
  public var primes: [Int]
  /// Numbers from the stored list that aren't prime, because another program wrote them. They are not among
  /// ``primes``, and the next save drops them.
  public var notPrime: [Int]

  /// Makes a result.
  ///
  /// - Parameters:
  ///   - primes: See ``primes``.
  ///   - notPrime: See ``notPrime``.
  public init(primes: [Int], notPrime: [Int] = []) {
    self.primes = primes
    self.notPrime = notPrime
  }

  init(_ list: FavoritesList) {
    self.init(primes: list.primes, notPrime: list.notPrime)
  }
}
