import IssueReporting

/// A runtime issue that was reported.
public struct ReportedIssue: Sendable {
  /// The text.
  public let message: String
  /// The module and the file that the issue is attributed to.
  public let fileID: String
  /// The line that the issue is attributed to.
  public let line: UInt

  /// The first line of the message.
  public var headline: String { message.split(separator: "\n").first.map(String.init) ?? "" }
}

/// Runs an operation and returns the runtime issues that it, and tasks with its task locals, reported until its end,
/// in order.
public func issues(
  isolation: isolated (any Actor)? = #isolation,
  during operation: () async throws -> Void
) async rethrows -> [ReportedIssue] {
  let recorder = Recorder<ReportedIssue>()
  try await withIssueReporters([IssueListener(listener: recorder.note)]) { try await operation() }
  return recorder.entries
}

/// Runs an operation and returns the runtime issues that it, and tasks with its task locals, reported until its end,
/// in order.
public func issues(during operation: () throws -> Void) rethrows -> [ReportedIssue] {
  let recorder = Recorder<ReportedIssue>()
  try withIssueReporters([IssueListener(listener: recorder.note)]) { try operation() }
  return recorder.entries
}

/// Runs an operation, and calls a function for each issue that is reported in it or in what inherits its task locals.
public nonisolated(nonsending) func issues<Result>(
  reported listener: @escaping @Sendable (ReportedIssue) -> Void,
  during operation: nonisolated(nonsending) () async -> Result
) async -> Result {
  await withIssueReporters([IssueListener(listener: listener)]) { await operation() }
}

private struct IssueListener: IssueReporter {
  let listener: @Sendable (ReportedIssue) -> Void

  func reportIssue(
    _ message: @autoclosure () -> String?,
    severity: IssueSeverity,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    listener(ReportedIssue(message: message() ?? "", fileID: "\(fileID)", line: line))
  }
}
