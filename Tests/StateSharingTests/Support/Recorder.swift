import IssueReporting
import Locks

/// Notes what happened, in order, from any thread.
final class Recorder<Entry: Sendable>: Sendable {
  private let contents = Locked<[Entry]>([])

  func note(_ entry: Entry) {
    contents.withLock { $0.append(entry) }
  }

  var entries: [Entry] {
    contents.withLock { $0 }
  }
}

/// A runtime issue that was reported.
struct ReportedIssue: Sendable {
  let message: String
  let fileID: String
  let line: UInt
}

private struct IssueCollector: IssueReporter {
  let recorder: Recorder<ReportedIssue>

  func reportIssue(
    _ message: @autoclosure () -> String?,
    severity: IssueSeverity,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    recorder.note(ReportedIssue(message: message() ?? "", fileID: "\(fileID)", line: line))
  }
}

/// Runs an operation and returns the runtime issues that it reported.
func issues(during operation: () throws -> Void) rethrows -> [ReportedIssue] {
  let recorder = Recorder<ReportedIssue>()
  try withIssueReporters([IssueCollector(recorder: recorder)]) { try operation() }
  return recorder.entries
}

/// Runs an operation and returns the runtime issues that it reported.
func issues(
  isolation: isolated (any Actor)? = #isolation,
  during operation: () async throws -> Void
) async rethrows -> [ReportedIssue] {
  let recorder = Recorder<ReportedIssue>()
  try await withIssueReporters([IssueCollector(recorder: recorder)]) { try await operation() }
  return recorder.entries
}
