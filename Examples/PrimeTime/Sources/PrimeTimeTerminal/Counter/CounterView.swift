public import PrimeTime

/// The counter on a terminal.
public enum CounterView {
  /// Exactly what the screen shows.
  public struct State: Equatable, Sendable {
    /// The text of the alert, if one is shown.
    public let alertTitle: String?
    /// The number between the buttons.
    public let count: Int
    /// The text of the button for the favorites.
    public let favoritesButtonTitle: String
    /// Whether the button that cancels the computation is shown.
    public let isCancelButtonShown: Bool
    /// Whether counting down is disabled.
    public let isDecrementButtonDisabled: Bool
    /// Whether counting up is disabled.
    public let isIncrementButtonDisabled: Bool
    /// Whether the button for the nth prime is disabled.
    public let isNthPrimeButtonDisabled: Bool
    /// Whether the modal that tells if the count is prime is shown.
    public let isPrimeModalShown: Bool
    /// A line that tells why the last thing had no effect.
    public let notice: String?
    /// The text of the button for the nth prime.
    public let nthPrimeButtonTitle: String
    /// The progress of the nth prime in percent while it is being computed.
    public let progressPercent: Int?
  }

  /// Exactly what a person at a terminal can do. There is no double tap.
  public enum Action: Equatable, Sendable {
    case alertDismissButtonTapped
    case cancelButtonTapped
    case decrTapped
    case incrTapped
    case isPrimeButtonTapped
    case nthPrimeButtonTapped
    case primeModalDismissed
  }
}

extension CounterView.State {
  /// Derives the view state of the feature.
  public init(counterFeatureState state: CounterFeature.State) {
    self.alertTitle = state.alertNthPrime?.title
    self.count = state.count
    self.favoritesButtonTitle = "Favorite primes (\(state.favoritePrimes.count))"
    self.isCancelButtonShown = state.isNthPrimeRequestInFlight
    self.isDecrementButtonDisabled = state.isNthPrimeRequestInFlight
    self.isIncrementButtonDisabled = state.isNthPrimeRequestInFlight
    self.isNthPrimeButtonDisabled = state.isNthPrimeRequestInFlight
    self.isPrimeModalShown = state.isPrimeModalShown
    self.notice = state.notice
    self.nthPrimeButtonTitle = "What is the \(ordinal(state.count)) prime?"
    self.progressPercent = state.isNthPrimeRequestInFlight ? Int(state.nthPrimeProgress * 100) : nil
  }
}

extension CounterFeature.Action {
  /// Maps a user's action to an action of the feature.
  public init(counterViewAction action: CounterView.Action) {
    switch action {
    case .alertDismissButtonTapped: self = .counter(.alertDismissButtonTapped)
    case .cancelButtonTapped: self = .counter(.cancelNthPrimeRequest)
    case .decrTapped: self = .counter(.decrTapped)
    case .incrTapped: self = .counter(.incrTapped)
    case .isPrimeButtonTapped: self = .counter(.isPrimeButtonTapped)
    case .nthPrimeButtonTapped: self = .counter(.requestNthPrime)
    case .primeModalDismissed: self = .counter(.primeModalDismissed)
    }
  }
}
