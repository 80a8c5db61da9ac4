public import PrimeTime
import CounterpointTerminal

/// The counter on a terminal.
public enum CounterView {
  /// The visible state.
  public struct State: Equatable, Sendable {
    /// The title of the alert; `nil` if no alert is shown.
    public let alertTitle: String?
    /// The number between the buttons.
    public let count: Int
    /// The title of the button for the favorites.
    public let favoritesButtonTitle: String
    /// Whether the button that cancels the computation is shown.
    public let isCancelButtonShown: Bool
    /// Whether counting down is disabled.
    public let isDecrementButtonDisabled: Bool
    /// Whether counting up is disabled.
    public let isIncrementButtonDisabled: Bool
    /// Whether the button for the nth prime is disabled.
    public let isNthPrimeButtonDisabled: Bool
    /// Whether the prime modal is shown.
    public let isPrimeModalShown: Bool
    /// The reason why the last action had no effect.
    public let notice: String?
    /// The title of the button for the nth prime.
    public let nthPrimeButtonTitle: String
    /// The progress of the nth prime in percent; `nil` if it is not being computed.
    public let progressPercent: Int?
  }

  /// The actions of a user at a terminal. There is no double tap.
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

extension CounterView.State {
  /// Returns the counter as lines of text.
  ///
  /// - Parameter isCompact: Whether to omit blank lines, for a terminal with few rows.
  func lines(isCompact: Bool) -> [StyledText] {
    let lines: [StyledText] = [
      StyledText("PrimeTime").bold(),
      "",
      button("−", isDisabled: isDecrementButtonDisabled) + "  \(StyledText("\(count)").bold())  "
        + button("+", isDisabled: isIncrementButtonDisabled),
      "",
    ]
    let buttons = HelpBar(pageKeys).hints.map(\.text) + [""]
    return (isCompact ? (lines + buttons).filter { !$0.isEmpty } : lines + buttons) + progressLines
  }

  private var progressLines: [StyledText] {
    guard let progressPercent else { return [] }
    let bar = ProgressBar(progressPercent, of: 100).bar(width: 20)
    return ["Computing… \(bar) \(progressPercent)%"] + HelpBar(progressKeys).hints.map(\.text)
  }

  private func button(_ title: StyledText, isDisabled: Bool) -> StyledText {
    isDisabled ? (" " + title + " ").dim() : "[\(title)]"
  }
}

extension CounterView.State {
  /// The keys that count.
  var countKeys: KeyMap<TerminalCommand<PrimeTimeView.Action>> {
    [
      KeyBinding(
        "+",
        "=",
        .up,
        .right,
        title: "count up",
        label: "↑ +",
        isEnabled: !isIncrementButtonDisabled,
        action: .send(.counter(.incrTapped))
      ),
      KeyBinding(
        "-",
        .down,
        .left,
        title: "count down",
        label: "↓ −",
        isEnabled: !isDecrementButtonDisabled,
        action: .send(.counter(.decrTapped))
      ),
    ]
  }

  /// The keys with a line on the page.
  var pageKeys: KeyMap<TerminalCommand<PrimeTimeView.Action>> {
    [
      KeyBinding("p", title: "Is this prime?", action: .send(.counter(.isPrimeButtonTapped))),
      KeyBinding(
        "n",
        title: nthPrimeButtonTitle,
        isEnabled: !isNthPrimeButtonDisabled,
        action: .send(.counter(.nthPrimeButtonTapped))
      ),
      KeyBinding("f", title: favoritesButtonTitle, action: .send(.favoritePrimesButtonTapped)),
    ]
  }

  /// The keys of a computation, which have no effect without one.
  var progressKeys: KeyMap<TerminalCommand<PrimeTimeView.Action>> {
    [
      KeyBinding(
        "c",
        .escape,
        title: "Cancel",
        isEnabled: isCancelButtonShown,
        action: .send(.counter(.cancelButtonTapped))
      )
    ]
  }
}
