import Counterpoint
import CounterpointTestSupport
import CounterpointTesting
import Testing

/// Changes of shared state by effects belong to the next assertion: `contract/sharing.md` TS-06 to TS-09, TS-13,
/// TS-19; law 8.
@Suite struct SharedEffectTests {
  private func makeStore(
    _ effect: @escaping @Sendable (Shared<Int>, Send<Tally.Action>) async throws -> Void
  ) -> TestStoreOf<Tally> {
    TestStore(initialState: Tally.State()) { Tally(effect: effect) }
  }

  // TS-06
  @Test func anEffectsChangeBelongsToTheActionThatItSends() async {
    let store = makeStore { count, send in
      count.withLock { $0 = 5 }
      await send(.note(1))
    }
    await store.send(.start)
    await store.receive(.note(1)) {
      $0.last = 1
      $0.$count.withLock { $0 = 5 }
    }
  }

  @Test func aChangeDoesNotBelongToTheSendThatStartedTheEffect() async {
    let issues = await issues {
      let store = makeStore { count, _ in count.withLock { $0 = 5 } }
      await store.send(.start) { $0.$count.withLock { $0 = 5 } }
      store.assert { $0.$count.withLock { $0 = 5 } }
    }
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("after '.start' was sent is not what the closure says") == true)
  }

  @Test func aChangeBelongsToTheNextSend() async {
    let store = makeStore { count, _ in count.withLock { $0 = 5 } }
    await store.send(.start)
    await store.send(.increment) { $0.$count.withLock { $0 = 6 } }
  }

  @Test func aChangeBelongsToAnEarlierAssert() async {
    let store = makeStore { count, send in
      count.withLock { $0 = 5 }
      await send(.increment)
    }
    await store.send(.start)
    store.assert { $0.$count.withLock { $0 = 5 } }
    await store.receive(.increment) { $0.$count.withLock { $0 = 6 } }
  }

  // TS-07
  @Test func assertMayBeRepeated() async {
    let store = makeStore { count, _ in count.withLock { $0 = 5 } }
    await store.send(.start)
    store.assert { $0.$count.withLock { $0 = 5 } }
    store.assert { $0.$count.withLock { $0 = 5 } }
    store.assert { _ in }
  }

  @Test func assertFailsForAnotherValue() async {
    let issues = await issues {
      let store = makeStore { count, _ in count.withLock { $0 = 5 } }
      await store.send(.start)
      store.assert { $0.$count.withLock { $0 = 4 } }
    }
    #expect(issues.count == 1)
    let message = (issues.first?.message ?? "").replacing("\u{2007}", with: " ")
    #expect(message.contains("−   _count: 4,\n    +   _count: 5,"), "\(message)")
    #expect(message.contains("    $0.$count.withLock { $0 = 5 }"), "\(message)")
  }

  // TS-08, law 8
  @Test func eachActionOfABurstIsAsserted() async {
    let store = makeStore { _, _ in }
    await store.send(.incrementTwice) { $0.$count.withLock { $0 = 1 } }
    await store.receive(.incrementByTen) { $0.$count.withLock { $0 = 11 } }
  }

  @Test func aStepIsAssertedWithItsOwnValues() async {
    let store = makeStore { count, send in
      await send(.increment)
      count.withLock { $0 += 100 }
      await send(.increment)
      await send(.note(7))
      await send(.incrementByTen)
      count.withLock { $0 += 1000 }
    }
    await store.send(.start)
    #expect(store.state.count == 1112)
    await store.receive(.increment) { $0.$count.withLock { $0 = 1 } }
    await store.receive(.increment) { $0.$count.withLock { $0 = 102 } }
    await store.receive(.note(7)) {
      #expect($0.count == 102)
      $0.last = 7
    }
    await store.receive(.incrementByTen) { $0.$count.withLock { $0 = 112 } }
    store.assert { $0.$count.withLock { $0 = 1112 } }
  }

  // TS-09
  @Test func aLongLivingEffectChangesAndSends() async {
    let clock = TestClock()
    let store = makeStore { count, send in
      for await _ in clock.timer(interval: .seconds(1)) {
        count.withLock { $0 += 1 }
        await send(.nothing)
        count.withLock { $0 += 10 }
      }
    }
    let task = await store.send(.start)
    await clock.advance(by: .seconds(2))
    await store.receive(.nothing) { $0.$count.withLock { $0 = 1 } }
    await store.receive(.nothing) { $0.$count.withLock { $0 = 12 } }
    await task.cancel()
    store.assert { $0.$count.withLock { $0 = 22 } }
  }

  // TS-13
  @Test func changesByTheInitialStatePrecedeTheTest() async {
    let shared = Shared(value: 0)
    let store = TestStore(
      initialState: {
        shared.withLock { $0 = 41 }
        return Tally.State(count: shared)
      }()
    ) {
      Tally()
    }
    await store.send(.nothing)
    await store.send(.increment) { $0.$count.withLock { $0 = 42 } }
  }

  // TS-19
  @Test func cancellationKeepsReceivedActions() async {
    let store = makeStore { count, _ in
      count.withLock { $0 = 5 }
      try await Task.never()
    }
    let task = await store.send(.start)
    await task.cancel()
    store.assert { $0.$count.withLock { $0 = 5 } }
  }

  @Test func skippedActionsSkipTheirChanges() async {
    let store = makeStore { count, send in
      await send(.increment)
      count.withLock { $0 += 1 }
      await send(.increment)
    }
    await store.send(.start)
    let notices = await issues { await store.skipReceivedActions() }
    #expect(notices.map(\.headline) == ["Skipped assertions: 2 received actions were skipped:"])
    await store.send(.increment) { $0.$count.withLock { $0 = 4 } }
  }

  // Changes outside of any action, by the test itself.
  @Test func changesByTheTestPrecedeTheNextStep() async {
    let store = makeStore { _, _ in }
    store.state.$count.withLock { $0 = 7 }
    await store.send(.nothing)
    store.state.$count.withLock { $0 = 8 }
    await store.send(.increment) { $0.$count.withLock { $0 = 9 } }
  }
}
