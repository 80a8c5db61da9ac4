public import PrimeTime

/// What tells beside the number whether it is prime. It is not in the way: one can go on counting, and it follows.
public enum IsPrimePopover {
  /// Exactly what the popover shows.
  public struct State: Equatable, Sendable {
    /// Whether the count can be taken out of the favorites.
    public let isRemoveButtonShown: Bool
    /// Whether the count can be made a favorite.
    public let isSaveButtonShown: Bool
    /// What the popover says.
    public let title: String
  }

  /// Exactly what a visitor can do there.
  public enum Action: Codable, Equatable, Sendable {
    case removeButtonClicked
    case saveButtonClicked
  }
}

extension IsPrimePopover.State {
  /// What the popover shows for a count.
  ///
  /// - Parameters:
  ///   - count: The number that is asked about.
  ///   - favoritePrimes: The primes that the visitors like.
  public init(count: Int, favoritePrimes: [Int]) {
    let isFavorite = favoritePrimes.contains(count)
    let isPrime = isPrime(count)
    self.isRemoveButtonShown = isFavorite
    self.isSaveButtonShown = isPrime && !isFavorite
    self.title = isPrime ? "\(count) is prime 🎉" : "\(count) is not prime"
  }
}

extension PrimeModal.Action {
  /// What it means to the feature that a visitor did this.
  public init(isPrimePopoverAction action: IsPrimePopover.Action) {
    switch action {
    case .removeButtonClicked: self = .removeFavoritePrimeTapped
    case .saveButtonClicked: self = .saveFavoritePrimeTapped
    }
  }
}
