@_spi(Internals) import CounterpointSupport
import Foundation
import IssueReporting
import Testing

/// A process that runs tests, but is not recognized as a test run: a runner of one's own, or a program that uses a test
/// store.
///
/// There IssueReporting only prints an issue, and the test passes.
enum UnrecognizedRun {
  /// Whether an issue is only printed.
  static var printsIssues: Bool {
    !isTesting && IssueReporters.current.contains { $0 is _DefaultReporter }
  }

  /// Fails the running test of Swift Testing; outside of one, makes the process end with a failure.
  static func fail(_ message: String, at location: CounterpointSupport.SourceLocation) {
    guard Test.current != nil else { return failProcess }
    Issue.record(
      Comment(rawValue: message),
      sourceLocation: SourceLocation(
        fileID: "\(location.fileID)",
        filePath: "\(location.filePath)",
        line: Int(location.line),
        column: Int(location.column)
      )
    )
  }

  /// Fails a test of Swift Testing whose process is not recognized, because its dependencies have live values, and
  /// issues of its features are only printed.
  ///
  /// - Parameters:
  ///   - location: The creation of the test store.
  ///   - printsIssues: Whether the process is not recognized.
  static func check(
    at location: CounterpointSupport.SourceLocation,
    printsIssues: Bool = UnrecognizedRun.printsIssues
  ) {
    guard printsIssues, Test.current != nil else { return }
    fail(
      """
      This process is not recognized as a test run. Dependencies have their live values, and issues that a feature reports \
      are only printed.

      Run the tests with 'swift test', or start the program with the arguments '--testing-library swift-testing'.
      """,
      at: location
    )
  }

  /// Makes the process end with a failure. Evaluated once.
  private static let failProcess: Void = {
    atexit {
      let text = "A test store has failed outside of a recognized test run.\n"
      try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
      #if canImport(Glibc)
      // The exit handlers that were registered earlier still run.
      exit(EXIT_FAILURE)
      #else
      // Elsewhere, calling `exit` again is undefined.
      fflush(nil)
      _exit(EXIT_FAILURE)
      #endif
    }
  }()
}
