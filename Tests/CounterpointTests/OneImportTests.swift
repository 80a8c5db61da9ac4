import Counterpoint
import Testing

/// The names that users expect from one import. This file imports nothing else of the library or of its dependencies.
@Suite struct OneImportTests {
  @Test func anEntryPointKnowsThatTestsRun() {
    #expect(isTesting)
  }

  @Test func issuesCanBeReportedAndExpected() {
    // Without reporters, because a known issue in the output looks like a failure.
    withIssueReporters([]) {
      withExpectedIssue(isIntermittent: true) { reportIssue("The cache is empty.") }
    }
  }

  @Test func valuesCanBeDumpedAndCompared() {
    var dump = ""
    customDump(Point(x: 1, y: 2), to: &dump)
    #expect(dump.contains("Point("))
    #expect(diff(Point(x: 1, y: 2), Point(x: 1, y: 3))?.contains("+   y: 3") == true)
    expectNoDifference(Point(x: 1, y: 2), Point(x: 1, y: 2))
  }

  @Test func changesCanBeObserved() {
    let position = Position()
    let changes = LockIsolated(0)
    withObservationTracking {
      _ = position.x
    } onChange: {
      changes.withValue { $0 += 1 }
    }
    position.x = 1
    #expect(changes.value == 1)
  }
}

private struct Point: Equatable {
  var x: Int
  var y: Int
}

@Observable private final class Position {
  var x = 0
}
