import Counterpoint
import CounterpointTesting
import Testing

/// Composed effects run in a test store as they do in a live store.
@Suite struct CompositionTests {
  private enum Action: Equatable {
    case start
    case cancel
    case said(String)
  }

  private func makeStore(_ effect: @escaping () -> Effect<Action>) -> TestStore<[String], Action> {
    TestStore(initialState: []) {
      Reduce<[String], Action> { state, action in
        switch action {
        case .start: return effect()
        case .cancel: return .cancel(id: "effect")
        case .said(let text):
          state.append(text)
          return .none
        }
      }
    }
  }

  @Test func concatenationsContinue() async {
    let clock = TestClock()
    let store = makeStore {
      .concatenate(
        .run { send in
          try await clock.sleep(for: .seconds(1))
          await send(.said("a"))
        },
        .send(.said("b")),
        .run { send in await send(.said("c")) }
      )
    }
    await store.send(.start)
    await clock.advance(by: .seconds(1))
    await store.receive(.said("a")) { $0 = ["a"] }
    await store.receive(.said("b")) { $0 = ["a", "b"] }
    await store.receive(.said("c")) { $0 = ["a", "b", "c"] }
  }

  @Test func mergedEffectsStartInTheOrderListed() async {
    let store = makeStore {
      .merge(["a", "b", "c", "d", "e"].map { text in .run { send in await send(.said(text)) } })
    }
    store.exhaustivity = .off
    await store.send(.start)
    #expect(store.state == ["a", "b", "c", "d", "e"])
  }

  @Test func cancellationsHit() async {
    let store = makeStore {
      .run { send in
        try await TestClock().sleep(for: .seconds(1))
        await send(.said("never"))
      }
      .cancellable(id: "effect")
    }
    await store.send(.start)
    await store.send(.cancel)
    await store.finish()
  }

  @Test func throttledActionsAreInFlight() async {
    let clock = TestClock()
    let store = makeStore {
      .merge(["a", "b", "c"].map { .send(.said($0)) })
        .throttle(id: "throttle", for: .seconds(1), clock: clock, latest: true)
    }
    await store.send(.start)
    await store.receive(.said("a")) { $0 = ["a"] }
    await clock.advance(by: .seconds(1))
    await store.receive(.said("c")) { $0 = ["a", "c"] }
  }

  @Test func debouncedEffectsRunOnce() async {
    let clock = TestClock()
    let store = makeStore {
      .run { send in await send(.said("a")) }
        .debounce(id: "debounce", for: .seconds(1), clock: clock)
    }
    await store.send(.start)
    await clock.advance(by: .milliseconds(500))
    await store.send(.start)
    await clock.advance(by: .milliseconds(500))
    await clock.advance(by: .milliseconds(500))
    await store.receive(.said("a")) { $0 = ["a"] }
  }
}
