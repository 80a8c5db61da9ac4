import Counterpoint
import CounterpointTesting
@_spi(Internals) import CounterpointSupport
import Testing

@Suite struct DismissalTests {
  @Test func rootIsDismissed() async {
    let store = TestStore(initialState: Relay.State()) {
      Relay { _ in try await TestClock().sleep(for: .seconds(1)) }
    }
    await store.send(.start)
    await store.send(.close)
    #expect(store.isDismissed)
    // The effects of a dismissed feature need not end.
  }

  @Test func theOverrideOfTheTestIsCalledToo() async {
    let calls = Locked(0)
    let store = TestStore(initialState: Relay.State()) {
      Relay()
    } withDependencies: {
      $0.dismiss = DismissEffect { calls.withLock { $0 += 1 } }
    }
    await store.send(.close)
    #expect(store.isDismissed)
    #expect(calls.withLock { $0 } == 1)
  }

  @Test func theRootIsPresented() async {
    let store = TestStore(initialState: Relay.State()) {
      Reduce<Relay.State, Relay.Action> { state, _ in
        @Dependency(\.isPresented) var isPresented
        state.text = "\(isPresented)"
        return .none
      }
    }
    await store.send(.nothing) { $0.text = "true" }
  }

  @Test func aChildIsDismissedByItsParent() async {
    let store = TestStore(initialState: Parent.State(child: Relay.State())) { Parent() }
    await store.send(\.child.close)
    await store.receive(\.child.dismiss) { $0.child = nil }
    #expect(!store.isDismissed)
  }

  @Test func aPresentedChildAtTheEndIsNoFailure() async {
    let store = TestStore(initialState: Parent.State()) { Parent() }
    await store.send(.open) { $0.child = Relay.State() }
    await store.send(\.child.increment) { $0.child?.count = 1 }
  }

  @Reducer fileprivate struct Parent {
    @ObservableState struct State: Equatable {
      @Presents var child: Relay.State?
    }
    enum Action {
      case open
      case child(PresentationAction<Relay.Action>)
    }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .open = action { state.child = Relay.State() }
        return .none
      }
      .ifLet(\.$child, action: \.child) { Relay() }
    }
  }
}
