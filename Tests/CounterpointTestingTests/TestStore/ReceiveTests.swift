import Counterpoint
import CounterpointTesting
import Testing

@Suite struct TestStoreReceiveTests {
  private func makeStore() -> TestStoreOf<Relay> {
    TestStore(initialState: Relay.State()) {
      Relay { send in
        await send(.increment)
        await send(.said("a"))
      }
    }
  }

  @Test func value() async {
    let store = makeStore()
    await store.send(.start)
    await store.receive(.increment) { $0.count = 1 }
    await store.receive(.said("a")) { $0.text = "a" }
  }

  @Test func predicate() async {
    let store = makeStore()
    await store.send(.start)
    await store.receive {
      $0 == .increment
    } assert: {
      $0.count = 1
    }
    await store.receive {
      if case .said = $0 { true } else { false }
    } assert: {
      $0.text = "a"
    }
  }

  @Test func casePath() async {
    let store = makeStore()
    await store.send(.start)
    await store.receive(\.increment) { $0.count = 1 }
    await store.receive(\.said) { $0.text = "a" }
  }

  @Test func payload() async {
    let store = makeStore()
    await store.send(.start)
    await store.receive(\.increment) { $0.count = 1 }
    await store.receive(\.said, "a") { $0.text = "a" }
  }

  @Test func receiveWaitsForThePayload() async {
    let clock = TestClock()
    let store = TestStore(initialState: Relay.State()) {
      Relay { send in
        await send(.said("a"))
        try await clock.sleep(for: .seconds(1))
        await send(.said("b"))
      }
    }
    store.exhaustivity = .off
    await store.send(.start)
    await clock.advance(by: .seconds(1))
    await store.receive(\.said, "b") { $0.text = "b" }
  }

  @Test func actionsThatNeedNoEquality() async {
    let store = TestStore(initialState: Box.State()) { Box() }
    await store.send(.open)
    await store.receive(\.opened) { $0.isOpen = true }
  }

  @Reducer fileprivate struct Box {
    struct State: Equatable { var isOpen = false }
    enum Action {
      case open
      case opened(() -> Void)
    }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        guard case .opened = action else { return .send(.opened {}) }
        state.isOpen = true
        return .none
      }
    }
  }

  @Test func g11ActionsOfEscapedWorkAreReceived() async {
    let store = TestStore(initialState: Relay.State()) {
      Relay { send in
        let value = await Task.detached { "from elsewhere" }.value
        await send(.said(value))
      }
    }
    store.timeout = .seconds(60)
    await store.send(.start)
    await store.receive(.said("from elsewhere")) { $0.text = "from elsewhere" }
  }

  @Test func hopsOverTheMainActorAreFollowed() async {
    let store = TestStore(initialState: Relay.State()) {
      Relay { send in
        let value = await MainActor.run { "main" }
        await send(.said(value))
      }
    }
    store.timeout = .seconds(60)
    await store.send(.start)
    await store.receive(.said("main")) { $0.text = "main" }
  }
}
