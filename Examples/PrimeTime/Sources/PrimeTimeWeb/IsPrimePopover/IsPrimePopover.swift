public import PrimeTime

/// The popover that says whether the number is prime. It is not modal: the visitor can keep counting, and it follows.
public enum IsPrimePopover {
  /// Exactly what the popover shows.
  public struct State: Equatable, Sendable {
    /// Whether the count can be taken out of the favorites.
    public let isRemoveButtonShown: Bool
    /// Whether the count can be made a favorite.
    public let isSaveButtonShown: Bool
    /// The text of the popover.
    public let title: String
  }

  /// Exactly what a visitor can do there.
  public enum Action: Codable, Equatable, Sendable {
    case removeButtonClicked
    case saveButtonClicked
  }
}

extension IsPrimePopover.State {
  /// Creates the popover's state for a count.
  ///
  /// - Parameters:
  ///   - count: The number in question.
  ///   - favoritePrimes: The visitors' favorite primes.
  public init(count: Int, favoritePrimes: [Int]) {
    let isFavorite = favoritePrimes.contains(count)
    let isPrime = isPrime(count)
    self.isRemoveButtonShown = isFavorite
    self.isSaveButtonShown = isPrime && !isFavorite
    self.title = isPrime ? "\(count) is prime 🎉" : "\(count) is not prime"
  }
}

extension PrimeModal.Action {
  /// Converts a visitor's action to the feature's.
  public init(isPrimePopoverAction action: IsPrimePopover.Action) {
    switch action {
    case .removeButtonClicked: self = .removeFavoritePrimeTapped
    case .saveButtonClicked: self = .saveFavoritePrimeTapped
    }
  }
}
