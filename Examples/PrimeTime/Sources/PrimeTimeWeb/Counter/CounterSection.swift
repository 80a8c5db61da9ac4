public import PrimeTime

/// The counter in a browser.
public enum CounterSection {
  /// Exactly what the section shows.
  public struct State: Equatable, Sendable {
    /// The text of the alert, if one is shown.
    public let alertTitle: String?
    /// The number between the buttons.
    public let count: Int
    /// Whether one can't count.
    public let isCountingDisabled: Bool
    /// Whether one can't ask for the nth prime.
    public let isNthPrimeButtonDisabled: Bool
    /// The text of the button for the nth prime.
    public let nthPrimeButtonTitle: String
    /// The popover that says whether the number is prime, if it is shown.
    public let popover: IsPrimePopover.State?
    /// The progress of the nth prime in percent, while it is being computed.
    public let progressPercent: Int?
    /// The title of the progress.
    public let progressTitle: String
  }

  /// Exactly what a visitor can do there. A double click asks for what the button asks for: the logic need not know.
  public enum Action: Codable, Equatable, Sendable {
    case alertDismissed
    case cancelButtonClicked
    case countDoubleClicked
    case decrementButtonClicked
    case incrementButtonClicked
    case isPrimeButtonClicked
    case nthPrimeButtonClicked
    case popover(IsPrimePopover.Action)
    case popoverDismissed
  }
}

extension CounterSection.State {
  /// Creates the section's state from the feature's.
  public init(counterFeatureState state: CounterFeature.State) {
    self.alertTitle = state.alertNthPrime?.title
    self.count = state.count
    self.isCountingDisabled = state.isNthPrimeRequestInFlight
    self.isNthPrimeButtonDisabled = state.isNthPrimeRequestInFlight
    self.nthPrimeButtonTitle = "What is the \(ordinal(state.count)) prime?"
    self.popover =
      state.isPrimeModalShown
      ? IsPrimePopover.State(count: state.count, favoritePrimes: state.favoritePrimes) : nil
    self.progressPercent = state.isNthPrimeRequestInFlight ? Int(state.nthPrimeProgress * 100) : nil
    self.progressTitle = "Computing the \(ordinal(state.count)) prime"
  }
}

extension CounterFeature.Action {
  /// Converts a visitor's action to the feature's.
  public init(counterSectionAction action: CounterSection.Action) {
    switch action {
    case .alertDismissed: self = .counter(.alertDismissButtonTapped)
    case .cancelButtonClicked: self = .counter(.cancelNthPrimeRequest)
    case .countDoubleClicked: self = .counter(.requestNthPrime)
    case .decrementButtonClicked: self = .counter(.decrTapped)
    case .incrementButtonClicked: self = .counter(.incrTapped)
    case .isPrimeButtonClicked: self = .counter(.isPrimeButtonTapped)
    case .nthPrimeButtonClicked: self = .counter(.requestNthPrime)
    case .popover(let action): self = .primeModal(PrimeModal.Action(isPrimePopoverAction: action))
    case .popoverDismissed: self = .counter(.primeModalDismissed)
    }
  }
}
