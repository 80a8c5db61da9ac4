import Counterpoint
import CounterpointTerminal
import SharedStats
import SharedStatsTerminal

/// The program on a terminal, as a person plays it.
@MainActor
struct Person {
  let store: StoreOf<SharedState>
  let screen: SharedStatsScreen

  init(stats: Shared<Stats> = Shared(Stats())) {
    store = Store(initialState: SharedState.State(stats: stats)) { SharedState() }
    screen = SharedStatsScreen(store: store)
  }

  /// - Returns: Whether the last key quits.
  @discardableResult
  func press(_ keys: Key...) -> Bool {
    keys.map { screen.command(for: .key($0)) }.last == .quit
  }

  /// The visible text.
  var text: String { screen.screen(size: .standard).plainText(size: .standard) }
}
