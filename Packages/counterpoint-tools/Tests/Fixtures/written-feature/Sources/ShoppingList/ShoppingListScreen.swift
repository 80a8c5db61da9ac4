import Counterpoint
import CounterpointTerminal

/// The feature on a terminal. Use it on the store's actor.
struct ShoppingListScreen {
  let store: StoreOf<ShoppingList>

  func screen(size: TerminalSize) -> Screen {
    [
      StyledText("Shopping list").bold(),
      "",
      StyledText("\(store.count)"),
      "",
      .keyHint("↑", "Up") + "  " + .keyHint("↓", "Down") + "  " + .keyHint("q", "Quit"),
    ]
  }

  func command(for event: TerminalEvent) -> TerminalCommand<Never>? {
    guard case .key(let key) = event else { return nil }
    switch key {
    case .up: store.send(.incrementButtonTapped)
    case .down: store.send(.decrementButtonTapped)
    case "q": return .quit
    default: break
    }
    return nil
  }
}
