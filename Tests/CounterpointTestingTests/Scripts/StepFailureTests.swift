import Counterpoint
import CounterpointTestSupport
import CounterpointTesting
import Testing

/// A failure of a step is reported at its own line, and the script continues. Missing steps at the end are reported
/// at the last step.
@Suite struct StepFailureTests {
  private func runScript(_ steps: [Step<CounterFeatureState, CounterFeatureAction>], line: UInt = #line)
    -> [ReportedIssue]
  {
    issues {
      assert(
        initialValue: CounterFeatureState(count: 7),
        reducer: counterFeatureReducer,
        environment: { _ in .sync { 17 } },
        steps: steps,
        line: line
      )
    }
  }

  @Test func aMissingReceiveBeforeASend() {
    let line: UInt = #line + 3
    let issues = runScript([
      Step(.send, .counter(.requestNthPrime)) { $0.isNthPrimeRequestInFlight = true },
      Step(.send, .counter(.incrTapped)) { $0.count = 8 },
      Step(.receive, .counter(.nthPrimeResponse(n: 7, prime: 17))),
    ])
    #expect(issues.map(\.line) == [line])
    #expect(issues.first?.message.hasPrefix("1 action must be received") ?? false)
  }

  @Test func aMissingReceiveAtTheEnd() {
    let line: UInt = #line + 2
    let issues = runScript([
      Step(.send, .counter(.requestNthPrime)) { $0.isNthPrimeRequestInFlight = true }
    ])
    #expect(issues.map(\.line) == [line])
    #expect(issues.first?.message.contains("that the test has not asserted") ?? false)
  }

  @Test func aWrongPayload() {
    let line: UInt = #line + 3
    let issues = runScript([
      Step(.send, .counter(.requestNthPrime)) { $0.isNthPrimeRequestInFlight = true },
      Step(.receive, .counter(.nthPrimeResponse(n: 7, prime: 19))),
      Step(.send, .counter(.alertDismissButtonTapped)) { $0.alertNthPrime = nil },
    ])
    #expect(issues.map(\.line) == [line])
    #expect(issues.first?.message.contains("(Expected: −, Received: +)") ?? false)
  }

  @Test func anActionThatChangesNothing() {
    let line: UInt = #line + 2
    let issues = runScript([
      Step(.send, .counter(.primeModalDismissed)) { $0.count = 9 }
    ])
    #expect(issues.map(\.line) == [line])
    #expect(issues.first?.message.contains("The action changed nothing.") ?? false)
  }

  @Test func aWrongState() {
    let line: UInt = #line + 2
    let issues = runScript([
      Step(.send, .counter(.incrTapped)) { $0.count = 9 },
      Step(.send, .counter(.incrTapped)) { $0.count = 9 },
    ])
    #expect(issues.map(\.line) == [line])
    #expect(issues.first?.message.contains("$0.count = 8") ?? false)
  }

  @Test func noActionToReceive() {
    let line: UInt = #line + 2
    let issues = runScript([
      Step(.receive, .counter(.incrTapped))
    ])
    #expect(issues.map(\.line) == [line])
  }

  @Test func synchronousScriptsDoNotWait() {
    let line: UInt = #line + 8
    let issues = issues {
      assert(
        initialValue: CounterFeatureState(count: 7),
        reducer: counterFeatureReducer,
        environment: { _ in .run { _ in for await _ in AsyncStream<Int>.makeStream().stream {} } },
        steps:
          Step(.send, .counter(.requestNthPrime)) { $0.isNthPrimeRequestInFlight = true },
        Step(.receive, .counter(.nthPrimeResponse(n: 7, prime: 17)))
      )
    }
    #expect(issues.first?.line == line)
    #expect(issues.first?.message.contains("Make the test 'async'") ?? false)
  }
}
