import Counterpoint
import CounterpointTestSupport
import CounterpointTesting
import Dispatch
import Testing

/// A test store works on the actor of its test.
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
          // The store's actor is that of the test.
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

  /// An actor with a custom executor ignores the preferred task executor, so the driver doesn't run its jobs.
  @Test func onAnActorWithACustomExecutor() async {
    await Office().test()
  }

  @Test func anEffectCallsAnActorWithACustomExecutor() async {
    let office = Office()
    let store = TestStore(initialState: Relay.State()) {
      Relay { send in
        for _ in 1...100 { await office.count() }
        await send(.said("\(await office.calls)"))
      }
    }
    store.timeout = .seconds(1_000)
    await store.send(.start)
    await store.receive(.said("100")) { $0.text = "100" }
  }

  private actor Office {
    var calls = 0
    private let queue = QueueExecutor()

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe queue.asUnownedSerialExecutor() }

    func count() { calls += 1 }

    func test() async {
      let clock = TestClock()
      let store = TestStore(initialState: Relay.State()) {
        Relay { [self] send in
          for _ in 1...5 { await count() }
          try await clock.sleep(for: .seconds(1))
          await count()
          await send(.increment)
        }
      }
      store.timeout = .seconds(1_000)
      await store.send(.start)
      // The effects have run as far as they can.
      #expect(calls == 5)
      await clock.advance(by: .seconds(1))
      await store.receive(.increment) { $0.count = 1 }
      let line: UInt = #line + 1
      let issues = await issues { await store.receive(.increment) }
      #expect(issues.map(\.line) == [line])
      assertIsolated()
    }
  }

  /// A dispatch queue, which no test store runs.
  private final class QueueExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "office")

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
  }

  @Test func onNoActor() async {
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
