import IssueReporting

extension DependencyValues {
  /// A function that starts work without waiting for it: `await fireAndForget { try await analytics.track("tap") }`.
  ///
  /// In production and previews the call returns immediately and errors are discarded. In tests it returns when the
  /// work has ended, so that the test observes its effects, and a thrown error is reported. Canceling the caller
  /// does not cancel the work.
  public var fireAndForget: FireAndForget {
    self[FireAndForgetKey.self]
  }
}

/// A function that starts work without waiting for it.
public struct FireAndForget: Sendable {
  fileprivate let waits: Bool

  /// Starts work in an unstructured task, which inherits the task locals of the current task, including the
  /// dependencies.
  ///
  /// - Parameters:
  ///   - name: A name for the task in debuggers and traces.
  ///   - priority: The priority of the task; `nil` for the current priority.
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
        Work that was started with 'fireAndForget' threw an error, which is discarded in production: \(error)
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
