import Counterpoint
import CounterpointTestSupport
import CounterpointTesting
import IssueReporting
@_spi(Internals) import CounterpointSupport
import Testing

@Suite struct EffectFailureTests {
  private struct Unexpected: Error {}

  @Test func e1AnErrorThatNobodyHandles() async {
    let line: UInt = #line + 3
    let issues = await issues {
      let store = TestStore(initialState: Relay.State()) { Relay { _ in throw Unexpected() } }
      await store.send(.start)
    }
    #expect(issues.map(\.line) == [line])
    #expect(issues.first?.message.contains("Relay.swift:\(Relay.runLine)") ?? false)
    #expect(issues.first?.message.contains("Unexpected()") ?? false)
  }

  @Test func e2AnActionOfAnEffectThatHasReturned() async {
    let line: UInt = #line + 11
    let issues = await issues {
      let escaped = Locked<Send<Relay.Action>?>(nil)
      let store = TestStore(initialState: Relay.State()) {
        Relay { send in
          // The second effect uses a value that escaped from the first one.
          let first = escaped.withLock { $0 }
          escaped.withLock { $0 = $0 ?? send }
          await first?(.increment)
        }
      }
      await store.send(.start)
      await store.send(.start)
      await store.receive(.increment) { $0.count = 1 }
    }
    #expect(issues.map(\.line) == [line])
    #expect(issues.first?.message.contains("from an effect that had already returned") ?? false)
    #expect(issues.first?.message.contains("started by .start") ?? false)
  }

  @Test func issuesOfEffectsAreReportedAtTheirSend() async {
    let line: UInt = #line + 5
    let issues = await issues {
      let store = TestStore(initialState: Relay.State()) {
        Relay { _ in reportIssue("of the effect") }
      }
      await store.send(.startLater)
      await store.receive(.start)
    }
    #expect(issues.map(\.line) == [line])
    #expect(issues.first?.message == "of the effect")
  }

  @Test func aThrottledActionIsInFlight() async {
    let line: UInt = #line + 5
    let issues = await issues {
      let clock: any Clock<Duration> = TestClock()
      let store = TestStore(initialState: 0) {
        Reduce<Int, Bool> { _, isSent in
          isSent ? .send(false).throttle(id: 0, for: .seconds(1), clock: clock, latest: true) : .none
        }
      }
      await store.send(true)
      await store.receive(false)
      await store.send(true)
    }
    #expect(issues.map(\.line) == [line + 5])
    #expect(issues.first?.message.contains("EffectFailureTests.swift:\(line)") ?? false)
  }
}
