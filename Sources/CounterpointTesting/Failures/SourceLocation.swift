import CounterpointCore
import IssueReporting
import Locks

/// The place of a call in a test, where its failures are reported.
struct SourceLocation: Sendable {
  let fileID: StaticString
  let filePath: StaticString
  let line: UInt
  let column: UInt

  /// The place of a `send`, for the effects that descend from it.
  var origin: SendOrigin {
    SendOrigin(fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Runs a body whose issues are reported here, whatever their own place is.
  func withIssueContext<Result>(_ body: () throws -> Result) rethrows -> Result {
    try IssueReporting.withIssueContext(
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column,
      operation: body
    )
  }

  /// Fails the test.
  func report(_ message: String) {
    withIssueContext { reportIssue(message, fileID: fileID, filePath: filePath, line: line, column: column) }
  }

  /// Shows what a test did not assert. Does not fail it.
  func reportNotice(_ message: String) {
    show("Skipped assertions: \(message)")
  }

  /// Shows what may follow from a failure that was reported before. Does not fail the test.
  func reportNote(_ message: String) {
    show("Note: \(message)")
  }

  /// Shows a text without failing the test.
  func show(_ message: String) {
    if let collector = HeldNotice.collector {
      return collector.withLock { $0.append(HeldNotice(location: self, message: message)) }
    }
    #if !canImport(Darwin)
    // There, an expected issue of XCTest is itself a failure.
    if case .xcTest? = TestContext.current {
      print("\(fileID):\(line): \(message)")
      return
    }
    #endif
    withIssueContext {
      // Intermittent, because a reporter of the test's own may be there, and then none is recorded.
      withExpectedIssue(isIntermittent: true, fileID: fileID, filePath: filePath, line: line, column: column) {
        reportIssue(message, fileID: fileID, filePath: filePath, line: line, column: column)
      }
    }
  }

  /// Runs a body, and takes what issues it reports and errors it throws for notices.
  ///
  /// - Returns: What `body` returns, `nil` if it throws an error.
  func withNotices<Result>(_ body: () throws -> Result?) -> Result? {
    do {
      return try withIssueContext {
        try withIssueReporters([NoticeReporter(location: self, reporters: IssueReporters.current)], operation: body)
      }
    } catch {
      reportNotice("The closure threw an error: \(error)")
      return nil
    }
  }
}

/// A text that a test shows and that does not fail it, held back.
struct HeldNotice: Sendable {
  /// Where the texts of the running code are collected instead of shown; `nil` for nowhere.
  @TaskLocal static var collector: Locked<[HeldNotice]>?

  let location: SourceLocation
  let message: String
}

/// Makes notices of issues.
private struct NoticeReporter: IssueReporter {
  let location: SourceLocation
  /// Who the notices are for.
  let reporters: [any IssueReporter]

  func reportIssue(
    _ message: @autoclosure () -> String?,
    severity: IssueSeverity,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    let message = message() ?? "An issue was reported."
    withIssueReporters(reporters) { location.reportNotice(message) }
  }
}
