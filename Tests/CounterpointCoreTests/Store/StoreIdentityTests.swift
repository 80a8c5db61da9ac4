import CounterpointCore
import IdentifiedArrays
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
  }

  @Test func theDescriptionNamesTheFeatureOfAChildThatMayNotBeThere() {
    func name<State, Action>(_ state: State, _ action: Action.Type) -> String {
      Store<State, Action>(initialState: state) {}.debugDescription
    }
    typealias State = Twig.State
    #expect(name(State?.none, Twig.Action.self) == "StoreOf<Twig?>")
    #expect(name(State?.none, PresentationAction<Twig.Action>.self) == "PresentationStoreOf<Twig>")
    let presented = PresentationState<State>(wrappedValue: nil)
    #expect(name(presented, PresentationAction<Twig.Action>.self) == "PresentationStoreOf<Twig>")
    let rows: IdentifiedArrayOf<State> = []
    #expect(name(rows, IdentifiedAction<Int, Twig.Action>.self) == "IdentifiedStoreOf<Twig>")
    let path = StackState<State>()
    #expect(name(path, StackAction<State, Twig.Action>.self) == "StackStoreOf<Twig>")
    #expect(name(rows, Counter.Action.self).hasPrefix("Store<IdentifiedArray<Int, Twig.State>"))
    #expect(name(Int?.none, String.self) == "Store<Optional<Int>, String>")
  }

  @Test func theDescriptionOfAGenericFeatureKeepsItsParts() {
    let store = Store(initialState: Generic<Int>.State()) { Generic<Int>() }
    #expect(store.debugDescription == "StoreOf<StoreIdentityTests.Generic<Int>>")
  }
}
