import Counterpoint
import CounterpointTesting
@_spi(Internals) import CounterpointSupport
import Testing

@Suite struct TestStoreSendTests {
  @Test func match() async {
    let store = TestStore(initialState: Relay.State()) { Relay() }
    await store.send(.increment) { $0.count = 1 }
    await store.send(.nothing)
    await store.send(.said("a")) { $0.text = "a" }
  }

  @Test func caseKeyPath() async {
    let store = TestStore(initialState: Relay.State()) { Relay() }
    await store.send(\.increment) { $0.count = 1 }
    await store.send(\.said, "a") { $0.text = "a" }
  }

  @Test func eachActionOfABurstIsAsserted() async {
    let store = TestStore(initialState: Relay.State()) { Relay() }
    await store.send(.startAtOnce)
    #expect(store.state.count == 0)
    await store.receive(\.increment) { $0.count = 1 }
  }

  @Test func startedEffectsRunUntilTheyWait() async {
    let events = Locked<[String]>([])
    let store = TestStore(initialState: Relay.State()) {
      Relay { _ in
        for index in 0..<3 {
          events.withLock { $0.append("\(index)") }
          await Task.yield()
        }
      }
    }
    await store.send(.start)
    #expect(events.withLock { $0 } == ["0", "1", "2"])
  }

  @Test(arguments: [5, 60, 1_000]) func runUp(yields: Int) async {
    let clock = TestClock()
    let store = TestStore(initialState: Relay.State()) {
      Relay { send in
        for _ in 0..<yields { await Task.yield() }
        try await clock.sleep(for: .seconds(1))
        await send(.increment)
      }
    }
    await store.send(.start)
    await clock.advance(by: .seconds(1))
    await store.receive(.increment) { $0.count = 1 }
  }

  @Test func g7AssertsBeforeEffectsBegin() async {
    let began = Locked(false)
    let store = TestStore(initialState: Relay.State()) {
      Relay { _ in began.withLock { $0 = true } }
    }
    store.exhaustivity = .off
    await store.send(.start) { _ in #expect(!began.withLock { $0 }) }
    #expect(began.withLock { $0 })
  }

  @Test func closuresNumberStackElementsAsTheReducerDoes() async {
    let store = TestStore(initialState: Stack.State()) { Stack() }
    await store.send(.push) { $0.path.append(1) }
    await store.send(.pushLater)
    await store.receive(\.push) { $0.path.append(2) }
    await store.send(.push) { $0.path[id: 2] = 3 }
  }

  @Reducer fileprivate struct Stack {
    struct State: Equatable { var path = StackState<Int>() }
    enum Action {
      case push
      case pushLater
    }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        guard case .push = action else { return .send(.push) }
        state.path.append(state.path.count + 1)
        return .none
      }
    }
  }
}
