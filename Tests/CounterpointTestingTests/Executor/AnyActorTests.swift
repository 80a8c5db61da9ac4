import Counterpoint
import CounterpointTesting
import Testing

/// A test store works wherever its test runs.
@Suite struct AnyActorTests {
  @MainActor @Test func onTheMainActor() async {
    let clock = TestClock()
    let store = TestStore(initialState: Relay.State()) {
      Relay { send in
        await MainActor.run {}
        for await _ in clock.timer(interval: .seconds(1)) { await send(.increment) }
      }
    }
    let task = await store.send(.start)
    await clock.advance(by: .seconds(2))
    await store.receive(.increment) { $0.count = 1 }
    await store.receive(.increment) { $0.count = 2 }
    await task.cancel()
  }

  @Test func onAnActor() async {
    await Home().test()
  }

  private actor Home {
    var calls = 0

    func count() { calls += 1 }

    func test() async {
      let clock = TestClock()
      let store = TestStore(initialState: Relay.State()) {
        Reduce<Relay.State, Relay.Action> { [self] state, action in
          // The store's actor is the test's.
          self.assertIsolated()
          guard action == .start else {
            state.count += 1
            return .none
          }
          return .run { [self] send in
            await self.count()
            try await clock.sleep(for: .seconds(1))
            await self.count()
            await send(.increment)
          }
        }
      }
      await store.send(.start)
      await clock.advance(by: .seconds(1))
      await store.receive(.increment) { $0.count = 1 }
      #expect(calls == 2)
    }
  }

  @Test func onNone() async {
    let clock = TestClock()
    let store = TestStore(initialState: Relay.State()) {
      Relay { send in
        try await clock.sleep(for: .seconds(1))
        await send(.increment)
      }
    }
    await store.send(.start)
    await clock.advance(by: .seconds(1))
    await store.receive(.increment) { $0.count = 1 }
  }
}
