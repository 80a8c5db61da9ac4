/// A list of numbers, sorted out: what can be a favorite prime, and what can't.
struct FavoritesList: Equatable {
  /// The primes in their order, each once, at the place where it was first.
  private(set) var primes: [Int] = []
  /// The rest in its order, each once.
  private(set) var notPrime: [Int] = []

  init(_ numbers: [Int]) {
    var seen: Set<Int> = []
    for number in numbers where seen.insert(number).inserted {
      if isPrime(number) {
        primes.append(number)
      } else {
        notPrime.append(number)
      }
    }
  }

  /// The list itself if all of it can be saved.
  ///
  /// - Throws: ``FavoritesError/notPrime(_:)``.
  func checked() throws(FavoritesError) -> Self {
    guard notPrime.isEmpty else { throw FavoritesError.notPrime(notPrime) }
    return self
  }
}
