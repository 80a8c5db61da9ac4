import Counterpoint
import CounterpointTestSupport
import CounterpointTesting
import Testing

/// Shared state in tests that are not exhaustive: `contract/sharing.md` TS-10.
@Suite struct SharedExhaustivityTests {
  private func makeStore(_ exhaustivity: Exhaustivity) -> TestStoreOf<Tally> {
    TestStore(initialState: Tally.State(), exhaustivity: exhaustivity) {
      Tally { count, send in
        count.withLock { $0 += 100 }
        await send(.increment)
        await send(.increment)
        await send(.note(3))
      }
    }
  }

  @Test(arguments: [Exhaustivity.off, .off(showSkippedAssertions: true)])
  func changesMayBeLeftOut(exhaustivity: Exhaustivity) async {
    let store = makeStore(exhaustivity)
    let notices = await issues {
      await store.send(.increment)
      await store.send(.increment) { _ in }
      await store.send(.increment) { $0.$count.withLock { $0 = 3 } }
      await store.send(.increment) {
        #expect($0.count == 4 || exhaustivity != .off)
      }
    }
    #expect(notices.count == (exhaustivity == .off ? 0 : 3))
    #expect(notices.allSatisfy { $0.message.hasPrefix("Skipped assertions: ") })
  }

  @Test(arguments: [Exhaustivity.off, .off(showSkippedAssertions: true)])
  func wrongValuesFail(exhaustivity: Exhaustivity) async {
    let line: UInt = #line + 3
    let issues = await issues {
      let store = makeStore(exhaustivity)
      await store.send(.increment) { $0.$count.withLock { $0 = 3 } }
    }
    #expect(issues.map(\.line) == [line])
    let message = (issues.first?.message ?? "").replacing("\u{2007}", with: " ")
    #expect(message.contains("−   _count: 3,\n    +   _count: 1,"), "\(message)")
    #expect(message.contains("    $0.$count.withLock { $0 = 1 }"), "\(message)")
  }

  /// Law 8: the values are those directly after the asserted action.
  @Test func aStepSeesItself() async {
    let store = makeStore(.off)
    await store.send(.start)
    await store.receive(.increment) {
      #expect($0.count == 101)
      $0.$count.withLock { $0 = 101 }
    }
    await store.receive(.note(3)) {
      #expect($0.count == 102)
      $0.last = 3
    }
  }

  @Test func assertComparesTheCurrentState() async {
    let store = makeStore(.off)
    await store.send(.start)
    store.assert {
      $0.$count.withLock { $0 = 102 }
      $0.last = 3
    }
    await store.skipReceivedActions()
    store.assert { $0.$count.withLock { $0 = 102 } }
  }

  @Test func skippedChangesAreShownWithBothValues() async {
    let notices = await issues {
      let store = makeStore(.off(showSkippedAssertions: true))
      await store.send(.increment)
    }
    #expect(notices.count == 1)
    let text = (notices.first?.message ?? "").replacing("\u{2007}", with: " ")
    #expect(text.hasPrefix("Skipped assertions: "))
    #expect(text.contains("−   _count: 0,\n    +   _count: 1,"), "\(text)")
  }
}
