public import PrimeTime
import CounterpointTerminal

/// The modal on a terminal that shows whether the count is prime.
public enum IsPrimeModalView {
  /// The visible state.
  public struct State: Equatable, Sendable {
    /// Whether the count can be removed from the favorites.
    public let isRemoveButtonShown: Bool
    /// Whether the count can be added to the favorites.
    public let isSaveButtonShown: Bool
    /// The title of the modal.
    public let title: String
  }

  /// The actions of a user at a terminal.
  public enum Action: Equatable, Sendable {
    case removeFavoritePrimeTapped
    case saveFavoritePrimeTapped
  }
}

extension IsPrimeModalView.State {
  /// Derives the view state of the modal for a count.
  ///
  /// - Parameters:
  ///   - count: The number to check.
  ///   - favoritePrimes: The favorite primes.
  public init(count: Int, favoritePrimes: [Int]) {
    let isFavorite = favoritePrimes.contains(count)
    let isPrime = isPrime(count)
    self.isRemoveButtonShown = isFavorite
    self.isSaveButtonShown = isPrime && !isFavorite
    self.title = isPrime ? "\(count) is prime 🎉" : "\(count) is not prime"
  }
}

extension PrimeModal.Action {
  /// Maps a user's action to an action of the feature.
  public init(primeModalViewAction action: IsPrimeModalView.Action) {
    switch action {
    case .removeFavoritePrimeTapped: self = .removeFavoritePrimeTapped
    case .saveFavoritePrimeTapped: self = .saveFavoritePrimeTapped
    }
  }
}

extension IsPrimeModalView.State {
  /// The keys of the modal.
  var keys: KeyMap<TerminalCommand<PrimeTimeView.Action>> {
    var keys: KeyMap<TerminalCommand<PrimeTimeView.Action>> = []
    if isSaveButtonShown {
      keys.bindings.append(
        KeyBinding("s", title: "Save to favorite primes", action: .send(.primeModal(.saveFavoritePrimeTapped)))
      )
    }
    if isRemoveButtonShown {
      keys.bindings.append(
        KeyBinding("r", title: "Remove from favorite primes", action: .send(.primeModal(.removeFavoritePrimeTapped)))
      )
    }
    keys.bindings.append(
      KeyBinding(.escape, .enter, "p", title: "Dismiss", action: .send(.counter(.primeModalDismissed)))
    )
    return keys
  }
}
