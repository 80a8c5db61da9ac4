import Counterpoint
import CounterpointTestSupport
import CounterpointTesting
import Testing

/// F19: the last changes of effects, which the test has not asserted.
@Suite struct SharedEndTests {
  private func makeStore(_ exhaustivity: Exhaustivity = .on) -> TestStoreOf<Tally> {
    TestStore(initialState: Tally.State(), exhaustivity: exhaustivity) {
      Tally { count, _ in count.withLock { $0 = 5 } }
    }
  }

  @Test func f19AtTheEndOfTheStore() async {
    let line: UInt = #line + 3
    let issues = await issues {
      let store = TestStore(initialState: Tally.State()) { Tally { count, _ in count.withLock { $0 = 5 } } }
      await store.send(.start)
    }
    #expect(issues.map(\.line) == [line])
    let message = (issues.first?.message ?? "").replacing("\u{2007}", with: " ")
    #expect(
      message.hasPrefix("Effects have changed shared state since the last action, but the test doesn't assert it:")
    )
    #expect(message.contains("−   _count: 0,\n    +   _count: 5,"), "\(message)")
    #expect(message.contains("(Expected: −, Actual: +)"))
    #expect(message.contains("store.assert"))
    #expect(message.contains("    $0.$count.withLock { $0 = 5 }"))
  }

  @Test func f19AtFinishAndNotAgainAtTheEnd() async {
    let line: UInt = #line + 4
    let issues = await issues {
      let store = makeStore()
      await store.send(.start)
      await store.finish()
      await store.finish()
    }
    #expect(issues.map(\.line) == [line])
  }

  @Test func f19ComesLast() async {
    let line: UInt = #line + 9
    let issues = await issues {
      let store = TestStore(initialState: Tally.State()) {
        Tally { count, send in
          await send(.nothing)
          count.withLock { $0 = 5 }
          try await TestClock().sleep(for: .seconds(1))
        }
      }
      await store.send(.start)
    }
    #expect(issues.map(\.line) == [line, line, line])
    #expect(issues.first?.message.contains("that the test has not asserted") == true)
    #expect(issues.last?.message.hasPrefix("Effects have changed shared state") == true)
  }

  @Test func aRevertedChangeIsNoChange() async {
    let issues = await issues {
      let store = TestStore(initialState: Tally.State()) {
        Tally { count, _ in
          count.withLock { $0 = 5 }
          count.withLock { $0 = 0 }
        }
      }
      await store.send(.start)
    }
    #expect(issues.isEmpty)
  }

  @Test func aNonExhaustiveTestReportsNothing() async {
    let issues = await issues {
      let store = makeStore(.off)
      await store.send(.start)
    }
    #expect(issues.isEmpty)
  }

  @Test func unreachableChangesAreIgnoredByDefault() async {
    let issues = await issues {
      let other = Shared(value: 0)
      let store = TestStore(initialState: Tally.State()) { Tally { _, _ in other.withLock { $0 = 5 } } }
      await store.send(.start)
    }
    #expect(issues.isEmpty)
  }
}
