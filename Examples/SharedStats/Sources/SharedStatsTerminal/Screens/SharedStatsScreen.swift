public import Counterpoint
public import CounterpointTerminal
import Foundation
public import SharedStats

/// The two tabs on a terminal. Use it on the store's actor.
public struct SharedStatsScreen {
  let store: StoreOf<SharedState>
  /// The button of the alert that is selected.
  @UIBinding var button: UUID?

  /// Shows the program.
  ///
  /// - Parameter store: The program.
  public init(store: StoreOf<SharedState>) {
    self.store = store
    self._button = UIBinding(wrappedValue: nil)
  }

  /// Everything that is shown, for the terminal and for scripts alike.
  ///
  /// - Parameter size: What the screen has to fit.
  public func screen(size: TerminalSize) -> Screen {
    let gap: [StyledText] = size.rows < 12 ? [] : [""]
    var lines = [tabs] + gap + page + gap
    // What belongs to the value and not to the state: whether it could be read and written.
    let stats = store.withState(\.$stats)
    for error in [stats.loadError, stats.saveError].compactMap(\.self) {
      lines += StyledText("\(error)").foreground(.red).wrapped(to: size.columns)
    }
    let screen = Screen(lines + hints)
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

  private var hints: [StyledText] {
    guard prompt == nil else { return [] }
    let keys: StyledText =
      switch store.currentTab {
      case .counter: .keyHint("↑", "Up") + "  " + .keyHint("↓", "Down") + "  " + .keyHint("p", "Prime?")
      case .profile: .keyHint("r", "Reset")
      }
    return [keys, .keyHint("tab", "Other tab") + "  " + .keyHint("q", "Quit")]
  }
}
