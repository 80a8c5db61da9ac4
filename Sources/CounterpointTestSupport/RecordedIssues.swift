public import Testing

/// Runs an operation, and returns the issues that it records in Swift Testing, instead of failing the test.
///
/// Unlike `issues(during:)`, it returns failures of `#expect` too, and issues pass through the reporter of Swift
/// Testing, as in a test of a user.
public func recordedIssues(during operation: @Sendable () async throws -> Void) async throws -> [Issue] {
  let recorder = Recorder<Issue>()
  let collector: IssueHandlingTrait = .compactMapIssues { issue in
    recorder.note(issue)
    return nil
  }
  guard let test = Test.current else { preconditionFailure("There is no running test.") }
  try await collector.provideScope(for: test, testCase: .current, performing: operation)
  return recorder.entries
}

extension Trait where Self == IssueHandlingTrait {
  /// Discards the failures of a test that shows a failure.
  public static var expectsFailures: Self { .filterIssues { _ in false } }
}
