import Counterpoint
import CounterpointTestSupport
import CounterpointTesting
import Testing

@Suite struct TaskAndSkipTests {
  private let clock = TestClock()

  private func makeStore() -> TestStoreOf<Relay> {
    TestStore(initialState: Relay.State()) {
      Relay { [clock] send in
        for await _ in clock.timer(interval: .seconds(1)) { await send(.increment) }
      }
    }
  }

  @Test func cancelEndsTheEffectAndItsDescendants() async {
    let store = makeStore()
    let task = await store.send(.startLater)
    #expect(!task.isCancelled)
    await store.receive(.start)
    await task.cancel()
    #expect(task.isCancelled)
    await store.finish()
    await clock.advance(by: .seconds(5))
    #expect(store.state.count == 0)
  }

  @Test func finishWaitsForTheEffects() async {
    let store = TestStore(initialState: Relay.State()) { Relay { send in await send(.increment) } }
    await store.send(.start).finish()
    await store.receive(.increment) { $0.count = 1 }
  }

  @Test func finishFailsForAnActionThatArrivesMeanwhile() async {
    let mayGoOn = Signal()
    let store = TestStore(initialState: Relay.State()) {
      Relay { send in
        await mayGoOn.wait()
        await send(.increment)
      }
    }
    await store.send(.start)
    let failures = await issues {
      mayGoOn.send()
      await store.finish()
    }
    #expect(failures.count == 1)
    #expect(failures.first?.message.contains("increment") == true)
  }

  @Test func tasksWithoutEffects() async {
    let store = makeStore()
    let task = await store.send(.nothing)
    #expect(task.isCancelled)
    await task.finish()
    await task.cancel()
    let other = await store.send(.nothing)
    #expect(task == other)
  }

  @Test func skippedActionsAdvanceTheState() async {
    let store = makeStore()
    let task = await store.send(.start)
    await clock.advance(by: .seconds(3))
    #expect(store.state.count == 0)
    let notices = await issues { await store.skipReceivedActions() }
    #expect(notices.map(\.headline) == ["Skipped assertions: 3 received actions were skipped:"])
    #expect(store.state.count == 3)
    await task.cancel()
  }

  @Test func skippedEffectsAreNotCanceled() async {
    let store = makeStore()
    await store.send(.start)
    let notices = await issues { await store.skipInFlightEffects() }
    #expect(notices.map(\.headline) == ["Skipped assertions: 1 effect in flight was skipped, of:"])
    await clock.advance(by: .seconds(1))
    await store.receive(.increment) { $0.count = 1 }
  }

  @Test func assertComparesTheAssertedState() {
    let store = makeStore()
    store.assert { _ in }
    store.assert { $0.count = 0 }
    let failures = issues {
      store.assert { $0.count = 1 }
    }
    #expect(failures.count == 1)
    #expect(failures.first?.message.contains("$0.count = 0") == true)
  }
}
