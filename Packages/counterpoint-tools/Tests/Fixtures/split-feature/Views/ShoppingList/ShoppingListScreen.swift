public import Counterpoint
public import CounterpointTerminal
public import WrittenLogic

/// The feature on a terminal. Use it on the store's actor.
public struct ShoppingListScreen {
  let store: StoreOf<ShoppingList>

  /// Creates the view of a store.
  ///
  /// - Parameter store: The store.
  public init(store: StoreOf<ShoppingList>) {
    self.store = store
  }

  /// Returns the lines of the screen.
  public func screen(size: TerminalSize) -> Screen {
    [
      StyledText("Shopping list").bold(),
      "",
      StyledText("\(store.count)"),
      "",
      .keyHint("↑", "Up") + "  " + .keyHint("↓", "Down") + "  " + .keyHint("q", "Quit"),
    ]
  }

  /// Handles an event; returns the command to quit.
  public func command(for event: TerminalEvent) -> TerminalCommand<Never>? {
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
