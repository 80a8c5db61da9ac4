import ControlledClocks
import IssueReporting

extension DependencyValues {
  /// A clock that advances while the machine sleeps.
  ///
  /// The system's clock in production and previews. Tests must override it. Until then each use is reported and
  /// takes real time.
  public var continuousClock: any Clock<Duration> {
    get { self[ContinuousClockKey.self] }
    set { self[ContinuousClockKey.self] = newValue }
  }

  /// A clock that stops while the machine sleeps.
  ///
  /// The system's clock in production and previews. Tests must override it. Until then each use is reported and
  /// takes real time.
  public var suspendingClock: any Clock<Duration> {
    get { self[SuspendingClockKey.self] }
    set { self[SuspendingClockKey.self] = newValue }
  }

  /// Unavailable: use ``continuousClock`` instead of a scheduler of the main queue.
  @available(*, unavailable, message: "Use '\\.continuousClock': a clock takes the place of a scheduler")
  public var mainQueue: any Clock<Duration> {
    get { continuousClock }
    set { continuousClock = newValue }
  }

  /// Unavailable: use ``continuousClock`` instead of a scheduler of the main run loop.
  @available(*, unavailable, message: "Use '\\.continuousClock': a clock takes the place of a scheduler")
  public var mainRunLoop: any Clock<Duration> {
    get { continuousClock }
    set { continuousClock = newValue }
  }
}

private enum ContinuousClockKey: DependencyKey {
  static let liveValue: any Clock<Duration> = ContinuousClock()
  static let testValue: any Clock<Duration> = UnimplementedClock(ContinuousClock(), name: "continuousClock")
}

private enum SuspendingClockKey: DependencyKey {
  static let liveValue: any Clock<Duration> = SuspendingClock()
  static let testValue: any Clock<Duration> = UnimplementedClock(SuspendingClock(), name: "suspendingClock")
}

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
