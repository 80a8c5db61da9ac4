import Counterpoint
import CounterpointTesting
import Testing

@testable import WrittenLogic

@Suite struct ShoppingListTests {
  @Test func countsUpAndDown() async {
    let store = TestStore(initialState: ShoppingList.State()) { ShoppingList() }
    await store.send(.incrementButtonTapped) { $0.count = 1 }
    await store.send(.decrementButtonTapped) { $0.count = 0 }
  }
}
