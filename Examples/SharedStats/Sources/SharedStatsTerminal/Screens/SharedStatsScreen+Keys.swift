import Counterpoint
public import CounterpointTerminal
import SharedStats

extension SharedStatsScreen {
  /// Does what an event means on the screen that is shown now.
  ///
  /// - Parameter event: What happened at the terminal.
  /// - Returns: Whether to quit.
  public func command(for event: TerminalEvent) -> TerminalCommand<Never>? {
    if let prompt {
      handle(event, of: prompt)
      return nil
    }
    guard case .key(let key) = event else { return nil }
    switch (key, store.currentTab) {
    case ("q", _): return .quit
    case (.tab, let tab), (.backTab, let tab): store.send(.selectTab(tab == .counter ? .profile : .counter))
    case (.up, .counter), ("+", .counter): store.send(.counter(.incrementButtonTapped))
    case (.down, .counter), ("-", .counter): store.send(.counter(.decrementButtonTapped))
    case ("p", .counter): store.send(.counter(.isPrimeButtonTapped))
    case ("r", .profile): store.send(.profile(.resetStatsButtonTapped))
    default: break
    }
    return nil
  }

  private func handle(_ event: TerminalEvent, of prompt: Prompt<CounterTab.Action.Alert>) {
    switch prompt.handle(event) {
    case .send, .dismiss: store.send(.counter(.alert(.dismiss)))
    case .select(let id): button = id
    case nil: break
    }
  }
}
