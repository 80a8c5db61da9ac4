public import Counterpoint
public import CounterpointTerminal
public import SharedStats
import Foundation

/// The two tabs on a terminal. Use it on the store's actor.
public struct SharedStatsScreen {
  let store: StoreOf<SharedState>
  /// The selected button of the alert.
  @UIBinding var button: UUID?

  /// Creates the screen of the program.
  ///
  /// - Parameter store: The program.
  public init(store: StoreOf<SharedState>) {
    self.store = store
    self._button = UIBinding(wrappedValue: nil)
  }

  /// Returns the screen, for the terminal and for scripts.
  ///
  /// - Parameter size: The size of the screen.
  public func screen(size: TerminalSize) -> Screen {
    let gap: [StyledText] = size.rows < 12 ? [] : [""]
    var lines = [tabs] + gap + page + gap
    // The errors of the shared value, which are not part of the state.
    let stats = store.withState(\.$stats)
    for error in [stats.loadError, stats.saveError].compactMap(\.self) {
      lines += StyledText("\(error)").foreground(.red).wrapped(to: size.columns)
    }
    let screen = Screen(lines + hints(width: size.columns))
    return prompt.map { screen.showing($0.box(fitting: size), in: size) } ?? screen
  }

  var prompt: Prompt<CounterTab.Action.Alert>? {
    store.counter.alert.map { Prompt($0, selection: button) }
  }

  private var tabs: StyledText {
    SharedState.Tab.allCases
      .map { tab in
        let title = tab.rawValue.capitalized
        return tab == store.currentTab ? StyledText("› \(title)  ").bold() : StyledText("  \(title)  ")
      }
      .reduce("") { $0 + $1 }
  }

  private var page: [StyledText] {
    let stats = store.stats
    switch store.currentTab {
    case .counter:
      return ["[−]  " + StyledText("\(stats.count)").bold() + "  [+]"]
    case .profile:
      return [
        StyledText("Current count: \(stats.count)"),
        StyledText("Max count: \(stats.maxCount)"),
        StyledText("Min count: \(stats.minCount)"),
        StyledText("Total number of count events: \(stats.numberOfCounts)"),
      ]
    }
  }

  /// The keys of the current tab.
  private var tabKeys: KeyMap<TerminalCommand<SharedState.Action>> {
    switch store.currentTab {
    case .counter:
      [
        KeyBinding(.up, "+", title: "Up", action: .send(.counter(.incrementButtonTapped))),
        KeyBinding(.down, "-", title: "Down", action: .send(.counter(.decrementButtonTapped))),
        KeyBinding("p", title: "Prime?", action: .send(.counter(.isPrimeButtonTapped))),
      ]
    case .profile:
      [KeyBinding("r", title: "Reset", action: .send(.profile(.resetStatsButtonTapped)))]
    }
  }

  /// The keys of both tabs.
  private var commonKeys: KeyMap<TerminalCommand<SharedState.Action>> {
    let other: SharedState.Tab = store.currentTab == .counter ? .profile : .counter
    return [
      KeyBinding(.tab, .backTab, title: "Other tab", action: .send(.selectTab(other))),
      KeyBinding("q", title: "Quit", action: .quit),
    ]
  }

  private func hints(width: Int) -> [StyledText] {
    guard prompt == nil else { return [] }
    return [HelpBar(tabKeys).line(width: width), HelpBar(commonKeys).line(width: width)]
  }
}

extension SharedStatsScreen {
  /// Handles an event on the current screen.
  ///
  /// - Parameter event: The event of the terminal.
  /// - Returns: Whether to quit.
  public func command(for event: TerminalEvent) -> TerminalCommand<Never>? {
    if let prompt {
      handle(event, of: prompt)
      return nil
    }
    switch (tabKeys + commonKeys).action(for: event) {
    case .send(let action): store.send(action)
    case .quit: return .quit
    case nil: break
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

extension SharedStatsScreen {
  /// Performs the intent of a line through the same store as the keyboard.
  ///
  /// - Parameter line: The line.
  /// - Returns: The started effects.
  /// - Throws: `ScriptError` if the intent is not possible on the current screen. The line has no effect then.
  public func perform(_ line: Script<StatsIntent>.Line) throws(ScriptError) -> [StoreTask] {
    switch (line.intent, store.currentTab, prompt != nil) {
    case (.quit, _, _): return []
    case (.dismiss, _, true): return [store.send(.counter(.alert(.dismiss)))]
    case (_, _, true): throw ScriptError(line: line.number, reason: "an alert is shown: dismiss it first")
    case (.show(let tab), _, _): return [store.send(.selectTab(tab))]
    case (.increment, .counter, _): return [store.send(.counter(.incrementButtonTapped))]
    case (.decrement, .counter, _): return [store.send(.counter(.decrementButtonTapped))]
    case (.isPrime, .counter, _): return [store.send(.counter(.isPrimeButtonTapped))]
    case (.reset, .profile, _): return [store.send(.profile(.resetStatsButtonTapped))]
    case (_, let tab, _):
      throw ScriptError(line: line.number, reason: "'\(line.text)' means nothing on the tab '\(tab.rawValue)'")
    }
  }
}
