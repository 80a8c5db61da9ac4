import IssueReporting
import Locks

/// A runtime issue that was reported.
struct ReportedIssue: Sendable {
  let message: String
  let fileID: String
  let line: UInt

  /// The first line of the message.
  var headline: String { message.split(separator: "\n").first.map(String.init) ?? "" }
}

private struct IssueCollector: IssueReporter {
  let issues: Locked<[ReportedIssue]>

  func reportIssue(
    _ message: @autoclosure () -> String?,
    severity: IssueSeverity,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    let issue = ReportedIssue(message: message() ?? "", fileID: "\(fileID)", line: line)
    issues.withLock { $0.append(issue) }
  }
}

/// Runs an operation and returns the runtime issues that it reported, in order.
func issues(
  isolation: isolated (any Actor)? = #isolation,
  during operation: () async throws -> Void
) async rethrows -> [ReportedIssue] {
  let issues = Locked<[ReportedIssue]>([])
  try await withIssueReporters([IssueCollector(issues: issues)]) { try await operation() }
  return issues.withLock { $0 }
}

/// Runs an operation and returns the runtime issues that it reported, in order.
func issues(during operation: () throws -> Void) rethrows -> [ReportedIssue] {
  let issues = Locked<[ReportedIssue]>([])
  try withIssueReporters([IssueCollector(issues: issues)]) { try operation() }
  return issues.withLock { $0 }
}

private struct IssueListener: IssueReporter {
  let listener: @Sendable () -> Void

  func reportIssue(
    _ message: @autoclosure () -> String?,
    severity: IssueSeverity,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    listener()
  }
}

/// Runs an operation, and calls a function for each issue that is reported in it or in what inherits its task locals.
nonisolated(nonsending) func issues<Result>(
  reported listener: @escaping @Sendable () -> Void,
  during operation: nonisolated(nonsending) () async -> Result
) async -> Result {
  await withIssueReporters([IssueListener(listener: listener)]) { await operation() }
}
