import CounterpointCore
@_spi(Internals) import CounterpointSupport
import IssueReporting

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
    if UnrecognizedRun.printsIssues { UnrecognizedRun.fail(message, at: self) }
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
    if let collector = Notice.collector {
      return collector.withLock { $0.append(Notice(location: self, message: message)) }
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

/// A message that doesn't fail the test.
struct Notice: Sendable {
  /// The collector of notices in the current task; `nil` if notices are shown immediately.
  @TaskLocal static var collector: Locked<[Notice]>?

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

/// Reports the failures at the end of a test store in the test that created it, wherever the store is released.
///
/// On a thread or in a task outside of a test, Swift Testing would lose the failures. Task locals can't be copied,
/// so a task that inherits those of the test waits for the end of the store.
final class EndReporter: Sendable {
  typealias Reports = [@Sendable () -> Void]

  private enum State: Sendable {
    case idle
    case waiting(CheckedContinuation<Reports, Never>)
    case ended(Reports)
  }

  private let state = Locked(State.idle)
  private let test: TestContext.Testing.Test.ID?

  init() {
    test = TestContext.currentTestID
    guard test != nil else { return }
    _ = Task { [state] in
      for report in await Self.reports(in: state) { report() }
    }
  }

  /// Reports the failures, and ends the waiting task. Call it once.
  func end(_ reports: Reports) {
    let isInTest = test == nil || TestContext.currentTestID == test
    if isInTest { for report in reports { report() } }
    let waiting = state.withLock { state -> CheckedContinuation<Reports, Never>? in
      if case .waiting(let continuation) = state { return continuation }
      state = .ended(isInTest ? [] : reports)
      return nil
    }
    waiting?.resume(returning: isInTest ? [] : reports)
  }

  private static func reports(in state: Locked<State>) async -> Reports {
    await withCheckedContinuation { continuation in
      let reports = state.withLock { state -> Reports? in
        if case .ended(let reports) = state { return reports }
        state = .waiting(continuation)
        return nil
      }
      if let reports { continuation.resume(returning: reports) }
    }
  }

}

extension TestContext {
  /// The Swift Testing test of the running code, if there is one.
  static var currentTestID: Testing.Test.ID? {
    guard case .swiftTesting(let testing)? = current else { return nil }
    return testing?.test.id
  }
}
