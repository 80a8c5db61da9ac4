public import PrimeTime

/// The list of favorite primes in a browser: a side panel that is always there, and always up to date.
public enum FavoritesPanel {
  /// Exactly what the panel shows.
  public struct State: Equatable, Sendable {
    /// The rows of the list.
    public let primes: [Int]
    /// The title above them.
    public let title: String
  }

  /// Exactly what a visitor can do there. Saving and loading is not among it: the list is shared, and kept at once.
  public enum Action: Codable, Equatable, Sendable {
    case deleteButtonClicked(prime: Int)
  }
}

extension FavoritesPanel.State {
  /// Creates the panel's state from the list.
  ///
  /// - Parameter favoritePrimes: The list.
  public init(favoritePrimes: [Int]) {
    self.primes = favoritePrimes
    self.title = "Favorite primes (\(favoritePrimes.count))"
  }
}

extension FavoritePrimes.Action {
  /// Converts a visitor's action to the feature's.
  public init(favoritesPanelAction action: FavoritesPanel.Action) {
    switch action {
    case .deleteButtonClicked(let prime): self = .deleteFavoritePrimes([prime])
    }
  }
}
