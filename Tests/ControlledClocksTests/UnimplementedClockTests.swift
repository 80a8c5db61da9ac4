import ControlledClocks
import CounterpointTestSupport
import IssueReporting
import Testing

/// A clock that reports an issue for every use.
@Suite struct UnimplementedClockTests {
  @Test func failsTheTest() async throws {
    let clock = UnimplementedClock()
    let issues = try await recordedIssues { _ = clock.now }
    #expect(!issues.isEmpty && issues.allSatisfy { $0.description.contains("Unimplemented: 'Clock.now'") })
  }

  @Test func reportsAndForwards() async throws {
    let base = TestClock(now: TestClock<Duration>.Instant(offset: .seconds(5)))
    let clock = UnimplementedClock(base, name: "continuousClock")
    let line: UInt = #line - 1
    let issues = try await issues {
      let now = clock.now
      #expect(now.offset == .zero)
      #expect(clock.minimumResolution == .zero)
      try await clock.sleep(until: now.advanced(by: .seconds(-1)))
    }
    #expect(
      issues.map(\.headline) == [
        "Unimplemented: 'continuousClock.now'", "Unimplemented: 'continuousClock.minimumResolution'",
        "Unimplemented: 'continuousClock.sleep'",
      ]
    )
    #expect(issues.map(\.line) == [line, line, line])
    #expect(issues.allSatisfy { $0.message.contains("Override it") })
  }

  @Test func sleepForReportsTwice() async throws {
    let clock: any Clock<Duration> = UnimplementedClock.unimplemented(name: "clock")
    let issues = try await issues { try await clock.sleep(for: .seconds(1)) }
    #expect(issues.map(\.headline) == ["Unimplemented: 'clock.now'", "Unimplemented: 'clock.sleep'"])
  }

  @Test func inAnIssueContext() async throws {
    let clock = UnimplementedClock()
    let line: UInt = #line + 2
    let issues = issues {
      withIssueContext(fileID: #fileID, filePath: #filePath, line: #line, column: #column) { _ = clock.now }
    }
    #expect(issues.map(\.line) == [line])
  }
}
