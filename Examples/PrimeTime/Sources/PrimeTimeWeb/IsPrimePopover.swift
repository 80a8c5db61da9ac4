import CounterpointHTML
public import PrimeTime

/// The popover that says whether the number is prime. It is not modal: the visitor can keep counting, and the popover
/// follows.
public enum IsPrimePopover {
  /// Exactly what the popover shows.
  public struct State: Equatable, Sendable {
    /// Whether the count can be removed from the favorites.
    public let isRemoveButtonShown: Bool
    /// Whether the count can be added to the favorites.
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

extension IsPrimePopover.State {
  /// The popover. It gets the focus when it opens. When it closes, the focus returns to the previously focused
  /// element.
  var element: Element {
    Element(
      .div,
      .class("popover"),
      .role("dialog"),
      .labelled(by: "popover-title"),
      .on(.escape, PrimeTimePage.Action.counter(.popoverDismissed)),
      key: "popover"
    ) {
      Element(.p, .id("popover-title"), .role("status")) { title }
      if isSaveButtonShown {
        Element.button(PrimeTimePage.Action.counter(.popover(.saveButtonClicked))) { "Save to favorite primes" }
      }
      if isRemoveButtonShown {
        Element.button(PrimeTimePage.Action.counter(.popover(.removeButtonClicked))) { "Remove from favorite primes" }
      }
      Element.button(PrimeTimePage.Action.counter(.popoverDismissed), .autofocus(), key: "close") { "Close" }
    }
  }
}
