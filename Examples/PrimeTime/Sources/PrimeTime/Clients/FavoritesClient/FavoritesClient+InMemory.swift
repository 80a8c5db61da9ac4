extension FavoritesClient {
  /// Keeps the favorites for as long as the client lives, and accepts what ``file(_:)`` accepts.
  ///
  /// - Parameter initial: What ``load`` gives before the first ``save``.
  public static func inMemory(_ initial: [Int] = []) -> Self {
    let storage = Storage(initial)
    return Self(
      load: {
        FavoritesLoad(FavoritesList(await storage.numbers))
      },
      save: { primes in
        await storage.replace(with: try FavoritesList(primes).checked().primes)
        return FavoritesSave()
      }
    )
  }

  private actor Storage {
    private(set) var numbers: [Int]

    init(_ numbers: [Int]) { self.numbers = numbers }

    func replace(with numbers: [Int]) { self.numbers = numbers }
  }
}
