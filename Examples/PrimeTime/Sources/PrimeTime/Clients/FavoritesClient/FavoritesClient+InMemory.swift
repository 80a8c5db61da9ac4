import Synchronization

extension FavoritesClient {
  /// Keeps the favorites for as long as the client lives, and accepts what ``file(_:)`` accepts.
  ///
  /// - Parameter initial: What ``load`` gives before the first ``save``.
  public static func inMemory(_ initial: [Int] = []) -> Self {
    let storage = Storage(initial)
    return Self {
      FavoritesLoad(FavoritesList(storage.numbers.withLock { $0 }))
    } save: { primes in
      let list = try FavoritesList(primes).checked()
      storage.numbers.withLock { $0 = list.primes }
      return FavoritesSave()
    }
  }

  private final class Storage: Sendable {
    let numbers: Mutex<[Int]>

    init(_ numbers: [Int]) { self.numbers = Mutex(numbers) }
  }
}
