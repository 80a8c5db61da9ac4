import CaseKeyPaths
import CounterpointCore
import Station
import Testing

@MainActor
@Suite struct StationTests {
  @Test func aCoinLetsOnePersonThrough() {
    let store = Store(initialState: Station.State()) { Station() }
    store.send(.left(.pushed))
    #expect(store.withState { $0.visitors } == 0)

    store.send(.left(.coinInserted))
    store.send(.left(.pushed))
    store.send(.left(.pushed))
    #expect(store.withState { $0.left.passed } == 1)
    #expect(store.withState { $0.visitors } == 1)
  }

  @Test func closingLocksBothSides() {
    let store = Store(initialState: Station.State()) { Station() }
    store.send(.left(.coinInserted))
    store.send(.right(.coinInserted))
    store.send(.closed)
    store.send(.right(.pushed))
    #expect(store.withState { $0 } == Station.State())
  }

  @Test func aTurnstileHasAStoreOfItsOwn() {
    let store = Store(initialState: Station.State()) { Station() }
    let right = store.scope(state: \.right, action: \.right)
    right.send(.coinInserted)
    right.send(.pushed)
    #expect(store.withState { $0.right.passed } == 1)
    #expect(Station.Action.right(.pushed).is(\.right))
  }
}
