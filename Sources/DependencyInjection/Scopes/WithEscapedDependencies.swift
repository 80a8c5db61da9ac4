extension DependencyValues {
  /// A capture of the current values, which can be made current elsewhere any number of times.
  public struct Continuation: Sendable {
    private let values: DependencyValues

    fileprivate init() {
      self.values = DependencyValues._current.kept
    }

    /// Runs an operation with the captured values, on the calling thread.
    ///
    /// - Parameter operation: The operation, which may override more dependencies.
    /// - Returns: The result of `operation`.
    public func yield<Result>(_ operation: () throws -> Result) rethrows -> Result {
      try values.run(operation)
    }

    /// Runs an asynchronous operation with the captured values, on the caller's actor.
    ///
    /// - Parameters:
    ///   - isolation: The actor on which the operation runs. Use the default, which is the caller's actor.
    ///   - operation: The operation, which may override more dependencies.
    /// - Returns: The result of `operation`.
    public func yield<Result>(
      isolation: isolated (any Actor)? = #isolation,
      _ operation: () async throws -> Result
    ) async rethrows -> Result {
      try await values.run(operation)
    }
  }
}

/// Captures the current dependencies for code that doesn't inherit them: detached tasks, dispatch queues, timers,
/// callbacks.
///
/// ```swift
/// withEscapedDependencies { dependencies in
///   DispatchQueue.global().async {
///     dependencies.yield { model.refresh() }
///   }
/// }
/// ```
///
/// In a test, code that runs with the captured dependencies also uses the defaults of that test.
///
/// - Parameter operation: Receives the captured dependencies.
/// - Returns: The result of `operation`.
public func withEscapedDependencies<Result>(
  _ operation: (_ dependencies: DependencyValues.Continuation) throws -> Result
) rethrows -> Result {
  try operation(DependencyValues.Continuation())
}

/// Captures the current dependencies in an asynchronous operation on the caller's actor.
///
/// - Parameters:
///   - isolation: The actor on which the operation runs. Use the default, which is the caller's actor.
///   - operation: Receives the captured dependencies.
/// - Returns: The result of `operation`.
public func withEscapedDependencies<Result>(
  isolation: isolated (any Actor)? = #isolation,
  _ operation: (_ dependencies: DependencyValues.Continuation) async throws -> Result
) async rethrows -> Result {
  try await operation(DependencyValues.Continuation())
}
