import Counterpoint
import CounterpointTestSupport
import CounterpointTesting
@_spi(Internals) import CounterpointSupport
import Testing

@Suite struct Law7NoWallClockTests {
  private func makeStore(_ effect: @escaping @Sendable (Send<Relay.Action>) async throws -> Void) -> TestStoreOf<Relay>
  {
    TestStore(initialState: Relay.State()) { Relay(effect: effect) }
  }

  private actor Keeper {
    var values: [Int] = []
    func keep(_ value: Int) -> Int {
      values.append(value)
      return values.count
    }
  }

  @Test func awaitedFunctionsOfAnEffectStayOnTheExecutor() async {
    let keeper = Keeper()
    let store = makeStore { send in
      _ = await keeper.keep(1)
      async let two = keeper.keep(2)
      _ = await two
      await withTaskGroup(of: Void.self) { group in
        for value in 3...5 { group.addTask { _ = await keeper.keep(value) } }
      }
      let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
      for value in 0..<3 { continuation.yield(value) }
      continuation.finish()
      for await value in stream { _ = await keeper.keep(value) }
      await send(.said("\(await keeper.values.count)"))
    }
    // No time may pass: an effect that has not run when `send` returns fails the test.
    store.timeout = .zero
    await store.send(.start)
    await store.receive(.said("8")) { $0.text = "8" }
  }

  @Test(.ends) func jobsThatBecomeReadyDuringTheCheckAreRun() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    let store = makeStore { send in
      await send(.said("Look."))
      for await _ in stream { await send(.increment) }
    }
    store.exhaustivity = .off(showSkippedAssertions: false)
    // If the driver missed that the effect can continue, only the time limit of the test would end the wait.
    store.timeout = .seconds(1_000)
    await store.send(.start)
    let looks = Locked(0)
    await store.receive { action in
      // At the second call the test has run the effects, and is about to wait for an event.
      if looks.withLock({
        $0 += 1; return $0
      }) == 2 {
        continuation.yield()
      }
      return action == .increment
    }
    continuation.finish()
    await store.finish()
    #expect(store.state.count == 1)
  }

  @Test func anEndlessEffectIsReportedAndCanceled() async {
    let hasEnded = Locked(false)
    let line: UInt = #line + 6
    let issues = await issues {
      let store = makeStore { _ in
        while !Task.isCancelled { await Task.yield() }
        hasEnded.withLock { $0 = true }
      }
      await store.send(.start)
      #expect(hasEnded.withLock { $0 })
    }
    #expect(issues.map(\.line) == [line])
    #expect(issues.first?.message.contains("Relay.swift:\(Relay.runLine), of '.start', runs forever") ?? false)
  }

  @Test func anEndlessEffectThatIgnoresCancellationIsStopped() async {
    let isOver = Locked(false)
    let issues = await issues {
      let store = makeStore { _ in while !isOver.withLock({ $0 }) { await Task.yield() } }
      await store.send(.start)
      await store.send(.nothing)
    }
    #expect(issues.count == 1)
  }

  @Test func anEndlessImmediateTimerIsReported() async {
    let issues = await issues {
      let store = makeStore { send in
        for await _ in ImmediateClock().timer(interval: .seconds(1)) { await send(.nothing) }
      }
      store.exhaustivity = .off
      await store.send(.start)
    }
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("runs forever") ?? false)
  }

  @Test func advancingATestClockRunsAllJobs() async {
    let clock = TestClock()
    let store = makeStore { send in
      for await _ in clock.timer(interval: .seconds(1)) { await send(.increment) }
    }
    let task = await store.send(.start)
    await clock.advance(by: .seconds(100))
    for count in 1...100 { await store.receive(.increment) { $0.count = count } }
    await task.cancel()
  }

  @Test func twoStoresAreIndependent() async {
    let clock = TestClock()
    let effect: @Sendable (Send<Relay.Action>) async throws -> Void = { send in
      try await clock.sleep(for: .seconds(1))
      await send(.increment)
    }
    let first = makeStore(effect)
    do {
      let second = makeStore(effect)
      await second.send(.start)
      let notices = await issues { await second.skipInFlightEffects() }
      #expect(notices.map(\.headline) == ["Skipped assertions: 1 effect in flight was skipped, of:"])
    }
    await first.send(.start)
    await clock.advance(by: .seconds(1))
    await first.receive(.increment) { $0.count = 1 }
  }

  @Test func releaseCancelsEffectsAndRunsTheirJobs() async {
    let end = Locked("")
    do {
      let store = makeStore { _ in
        do {
          try await TestClock().sleep(for: .seconds(1))
        } catch {
          end.withLock { $0 = "canceled \(Task.isCancelled)" }
        }
      }
      store.exhaustivity = .off
      await store.send(.start)
    }
    #expect(end.withLock { $0 } == "canceled true")
  }

  @Test func noActionIsDeliveredAfterTheRelease() async {
    let handled = Locked(0)
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    do {
      let store = TestStore(initialState: Relay.State(), exhaustivity: .off) {
        Reduce<Relay.State, Relay.Action> { _, action in
          handled.withLock { $0 += 1 }
          guard action == .start else { return .none }
          return .run { send in
            for await _ in stream {}
            await send(.increment)
          }
        }
      }
      await store.send(.start)
    }
    continuation.finish()
    #expect(handled.withLock { $0 } == 1)
  }

  /// Sends the first of two results: that of outer work, or nothing after five seconds of a clock.
  private func makeStore(racingWith stream: AsyncStream<Int>, until clock: TestClock<Duration>) -> TestStoreOf<Relay> {
    makeStore { send in
      await send(.said("Look."))
      let first = await withTaskGroup(of: Int?.self) { group in
        group.addTask {
          for await value in stream { return value }
          return nil
        }
        group.addTask {
          try? await clock.sleep(for: .seconds(5))
          return nil
        }
        defer { group.cancelAll() }
        return await group.next() ?? nil
      }
      await send(.said(first.map { "\($0)" } ?? "too late"))
    }
  }

  @Test(.ends) func workThatRacesWithASleepIsAwaited() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let store = makeStore(racingWith: stream, until: TestClock())
    store.exhaustivity = .off(showSkippedAssertions: false)
    store.timeout = .seconds(1_000)
    await store.send(.start)
    let (looks, look) = AsyncStream.makeStream(of: Void.self)
    Task.detached {
      var count = 0
      for await _ in looks {
        count += 1
        // After the third call, the store has nothing to run any more.
        if count == 3 { continuation.yield(7) }
      }
    }
    await store.receive { action in
      look.yield()
      return action == .said("7")
    }
    await store.finish()
    look.finish()
  }

  @Test(.ends) func aTimeoutEndsWorkThatNeverAnswers() async {
    let clock = TestClock()
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let store = makeStore(racingWith: stream, until: clock)
    store.timeout = .zero
    await store.send(.start)
    await store.receive(.said("Look.")) { $0.text = "Look." }
    let issues = await issues { await store.receive(.said("too late")) { $0.text = "too late" } }
    #expect(issues.count == 1)
    let text = "until 5.0 seconds, and a task beside may wait for something that the test store does not run"
    #expect(issues.first?.message.contains(text) == true, "\(issues)")
    await clock.advance(by: .seconds(5))
    await store.receive(.said("too late")) { $0.text = "too late" }
    continuation.finish()
  }

  @Test func aCanceledTestStopsWaiting() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    let issues = await issues {
      await withTaskGroup(of: Void.self) { group in
        group.addTask {
          let store = TestStore(initialState: Relay.State()) {
            Relay { _ in
              continuation.finish()
              for await _ in AsyncStream<Void>.makeStream().stream {}
            }
          }
          store.timeout = .seconds(1_000)
          store.exhaustivity = .off
          await store.send(.start)
          await store.receive(.increment)
        }
        for await _ in stream {}
        group.cancelAll()
      }
    }
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("The test was canceled, so this call did not wait; in flight:") == true)
  }
}
