import Counterpoint
import CounterpointHTML
import CounterpointSessions

nonisolated extension ShoppingList.State {
  /// The feature as a page.
  var page: [HTML] {
    html {
      Element(.h1) { "Shopping list" }
      Element(.p, .role("status")) { "\(count)" }
      Element.button(ShoppingList.Action.decrementButtonTapped) { "Down" }
      Element.button(ShoppingList.Action.incrementButtonTapped) { "Up" }
    }
  }
}

/// Returns the feature as a program for browsers.
func shoppingListApp() -> WebApp<ShoppingList.State, ShoppingList.Action> {
  WebApp(title: "Shopping list") { actor in
    Store(initialState: ShoppingList.State(), isolation: actor) { ShoppingList() }.view
  } screen: { state in
    state.page
  }
}
