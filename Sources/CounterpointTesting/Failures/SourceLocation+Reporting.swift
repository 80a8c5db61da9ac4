import CounterpointCore
import IssueReporting
import CounterpointSupport

extension SourceLocation {
  /// The location as the origin of a `send`, for the effects that descend from it.
  var origin: SendOrigin {
    SendOrigin(self)
  }

  /// Runs a closure whose issues are attributed to this location.
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

  /// Shows a skipped assertion. Does not fail the test.
  func reportNotice(_ message: String) {
    show("Skipped assertions: \(message)")
  }

  /// Shows a possible consequence of an earlier failure. Does not fail the test.
  func reportNote(_ message: String) {
    show("Note: \(message)")
  }

  /// Shows a message without failing the test.
  func show(_ message: String) {
    if let collector = HeldNotice.collector {
      return collector.withLock { $0.append(HeldNotice(location: self, message: message)) }
    }
    #if !canImport(Darwin)
    // On these platforms, an expected issue of XCTest is itself a failure.
    if case .xcTest? = TestContext.current {
      print("\(fileID):\(line): \(message)")
      return
    }
    #endif
    withIssueContext {
      // Intermittent, because no issue is recorded if the test has its own issue reporter.
      withExpectedIssue(isIntermittent: true, fileID: fileID, filePath: filePath, line: line, column: column) {
        reportIssue(message, fileID: fileID, filePath: filePath, line: line, column: column)
      }
    }
  }

  /// Runs a closure, and converts its issues and errors into notices.
  ///
  /// - Returns: The result of `body`, or `nil` if it throws an error.
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

/// A held-back notice, which doesn't fail the test.
struct HeldNotice: Sendable {
  /// The collector of notices in the current task; `nil` if notices are shown immediately.
  @TaskLocal static var collector: Locked<[HeldNotice]>?

  let location: SourceLocation
  let message: String
}

/// Converts issues into notices.
private struct NoticeReporter: IssueReporter {
  let location: SourceLocation
  /// The reporters of the notices.
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
