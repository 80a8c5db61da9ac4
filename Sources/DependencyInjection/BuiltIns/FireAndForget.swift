import IssueReporting

extension DependencyValues {
  /// Starts work that nobody waits for: `await fireAndForget { try await analytics.track("tap") }`.
  ///
  /// Live and in previews the call returns at once and errors are dropped. In tests it returns when the work has ended, so
  /// that the test sees its effects, and a thrown error is reported. Cancelling the caller does not cancel the work.
  public var fireAndForget: FireAndForget {
    self[FireAndForgetKey.self]
  }
}

/// Starts work that nobody waits for.
public struct FireAndForget: Sendable {
  fileprivate let waits: Bool

  /// Starts work, in a task of its own that inherits the current task's locals, the dependencies among them.
  ///
  /// - Parameters:
  ///   - name: A name for the task in debuggers and traces.
  ///   - priority: The task's priority; `nil` takes the current one.
  ///   - fileID: The place of this call, for issues.
  ///   - filePath: The place of this call, for issues.
  ///   - line: The place of this call, for issues.
  ///   - column: The place of this call, for issues.
  ///   - operation: The work.
  public func callAsFunction(
    name: String? = nil,
    priority: TaskPriority? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ operation: @escaping @Sendable () async throws -> Void
  ) async {
    let task = Task(name: name, priority: priority) { try await operation() }
    guard waits else { return }
    do {
      try await task.value
    } catch is CancellationError {
    } catch {
      IssueReporting.reportIssue(
        """
        Work that was started with 'fireAndForget' threw an error, which nobody but this test will ever see: \(error)
        """,
        fileID: fileID,
        filePath: filePath,
        line: line,
        column: column
      )
    }
  }
}

private enum FireAndForgetKey: DependencyKey {
  static let liveValue = FireAndForget(waits: false)
  static let testValue = FireAndForget(waits: true)
}
