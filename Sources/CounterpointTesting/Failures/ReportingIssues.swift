import IssueReporting

/// Runs an operation that reports its issues to other reporters, on the caller's actor. `withIssueReporters` runs a
/// closure of a `nonisolated(nonsending)` function off the actor.
///
/// - Parameters:
///   - reporters: The reporters.
///   - isolation: The caller's actor; leave it out.
///   - operation: The operation.
/// - Returns: The result of `operation`.
/// - Throws: The error of `operation`.
func reportingIssues<Result>(
  to reporters: [any IssueReporter],
  isolation: isolated (any Actor)? = #isolation,
  _ operation: nonisolated(nonsending) () async throws -> Result
) async rethrows -> Result {
  // The closure is isolated, because it mentions the parameter.
  try await withIssueReporters(reporters) {
    _ = isolation
    return try await operation()
  }
}
