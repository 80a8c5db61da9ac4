import Counterpoint
import CounterpointHTML
import CounterpointTerminal
import Testing

@testable import WrittenLogic
@testable import WrittenViews

@Suite struct ShoppingListViewTests {
  @MainActor
  @Test func keysCount() {
    let screen = ShoppingListScreen(store: Store(initialState: ShoppingList.State()) { ShoppingList() })
    for key: Key in [.up, .up, .down] { _ = screen.command(for: .key(key)) }
    #expect(
      screen.screen(size: .standard).plainText(size: .standard) == """
        Shopping list

        1

        [↑] Up  [↓] Down  [q] Quit
        """
    )
    #expect(screen.command(for: .key("q")) == .quit)
  }

  @Test func thePageShowsTheCount() {
    #expect(ShoppingList.State(count: 3).page.markup.contains("<p role=\"status\">3</p>"))
  }
}
