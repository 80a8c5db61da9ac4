import CounterpointHTML
public import PrimeTime

/// The counter in a browser.
public enum CounterSection {
  /// Exactly what the section shows.
  public struct State: Equatable, Sendable {
    /// The text of the alert, if one is shown.
    public let alertTitle: String?
    /// The number between the buttons.
    public let count: Int
    /// Whether the buttons for counting are disabled.
    public let isCountingDisabled: Bool
    /// Whether the button for the nth prime is disabled.
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

  /// Exactly what a visitor can do there. A double click and a button have the same meaning for the logic.
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

extension CounterSection.State {
  /// The counter, and the popover beside the number.
  var section: Element {
    Element(.section, .class("counter"), .label("Counter")) {
      Element(.div, .class("count")) {
        button(.decrementButtonClicked, .label("Count down"), .disabled(isCountingDisabled)) { "−" }
        Element(
          .output,
          .id("count"),
          Attribute("title", "Double-click: \(nthPrimeButtonTitle)"),
          .on(.doubleClick, PrimeTimePage.Action.counter(.countDoubleClicked))
        ) {
          "\(count)"
        }
        button(.incrementButtonClicked, .label("Count up"), .disabled(isCountingDisabled)) { "+" }
        popover?.element
      }
      Element(.div, .class("questions")) {
        button(.isPrimeButtonClicked, .aria("expanded", popover == nil ? "false" : "true")) { "Is this prime?" }
        button(.nthPrimeButtonClicked, .disabled(isNthPrimeButtonDisabled)) { nthPrimeButtonTitle }
      }
      if let progressPercent {
        Element(.div, .class("progress"), key: "progress") {
          Element(.progress, .max("100"), .label(progressTitle), .value("\(progressPercent)")) { "\(progressPercent)%" }
          button(.cancelButtonClicked) { "Cancel" }
        }
      }
    }
  }

  /// The alert with the nth prime, in front of all other elements.
  var alert: Element? {
    guard let alertTitle else { return nil }
    return Element(.div, .class("backdrop"), key: "alert") {
      Element(
        .div,
        .role("alertdialog"),
        .aria("modal", "true"),
        .labelled(by: "alert-title"),
        .on(.escape, PrimeTimePage.Action.counter(.alertDismissed))
      ) {
        Element(.p, .id("alert-title")) { alertTitle }
        button(.alertDismissed, .autofocus()) { "OK" }
      }
    }
  }

  private func button(
    _ action: CounterSection.Action,
    _ attributes: Attribute...,
    @HTMLBuilder title: () -> [HTML]
  ) -> Element {
    Element.button(PrimeTimePage.Action.counter(action), list: attributes, content: title)
  }
}
