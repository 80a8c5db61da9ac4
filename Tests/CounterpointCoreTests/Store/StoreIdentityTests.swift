import CounterpointCore
import Testing

@MainActor
@Suite struct StoreIdentityTests {
  struct Generic<Value>: Reducer {
    struct State {}
    enum Action {}
    var body: some ReducerOf<Self> { EmptyReducer() }
  }

  @Test func equalityHashAndIDAreThoseOfTheObject() {
    let store = Store(initialState: Counter.State()) { Counter() }
    let other = Store(initialState: Counter.State()) { Counter() }
    #expect(store == store)
    #expect(store != other)
    #expect(Set([store, other, store]).count == 2)
    #expect(store.id == ObjectIdentifier(store))
    #expect(store.id != other.id)
  }

  @Test func theDescriptionNamesTheFeature() {
    #expect(Store(initialState: Counter.State()) { Counter() }.debugDescription == "StoreOf<Counter>")
    #expect(Store<Int, String>(initialState: 0) {}.debugDescription == "Store<Int, String>")
    #expect(
      Store<Counter.State?, Counter.Action>(initialState: nil) {}.debugDescription.contains("Counter.State")
    )
  }

  @Test func theDescriptionOfAGenericFeatureKeepsItsParts() {
    let store = Store(initialState: Generic<Int>.State()) { Generic<Int>() }
    #expect(store.debugDescription == "StoreOf<StoreIdentityTests.Generic<Int>>")
  }
}
