public import PrimeTime

/// The list of favorite primes on a terminal.
public enum FavoritePrimesView {
  /// Exactly what the screen shows.
  public struct State: Equatable, Sendable {
    /// The rows of the list.
    public let primes: [Int]
    /// The selected row, `nil` if the list is empty.
    public let selection: Int?

    /// The prime in the selected row.
    public var selectedPrime: Int? { selection.map { primes[$0] } }
  }

  /// Exactly what a person at a terminal can do on the list.
  public enum Action: Equatable, Sendable {
    case deleteButtonTapped(prime: Int)
    case loadButtonTapped
    case saveButtonTapped
  }
}

extension FavoritePrimesView.State {
  /// Derives the view state of the list.
  ///
  /// - Parameters:
  ///   - favoritePrimes: The list.
  ///   - selection: The row that is selected if there is one.
  public init(favoritePrimes: [Int], selection: Int) {
    self.primes = favoritePrimes
    self.selection = favoritePrimes.indices.contains(selection) ? selection : nil
  }
}

extension FavoritePrimes.Action {
  /// Maps a user's action to an action of the feature.
  public init(favoritePrimesViewAction action: FavoritePrimesView.Action) {
    switch action {
    case .deleteButtonTapped(let prime): self = .deleteFavoritePrimes([prime])
    case .loadButtonTapped: self = .loadButtonTapped
    case .saveButtonTapped: self = .saveButtonTapped
    }
  }
}
