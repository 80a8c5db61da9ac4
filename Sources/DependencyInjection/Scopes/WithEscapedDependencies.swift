extension DependencyValues {
  /// The values that were current somewhere, to be made current again somewhere else, any number of times.
  public struct Continuation: Sendable {
    private let values: DependencyValues

    fileprivate init() {
      self.values = DependencyValues._current.kept
    }

    /// Runs an operation with the values, on this thread.
    ///
    /// - Parameter operation: What runs with them; it may override more of them.
    /// - Returns: What `operation` returns.
    public func yield<Result>(_ operation: () throws -> Result) rethrows -> Result {
      try values.run(operation)
    }

    /// Runs an asynchronous operation with the values, on the caller's actor.
    ///
    /// - Parameters:
    ///   - isolation: The caller's actor; leave it out.
    ///   - operation: What runs with them; it may override more of them.
    /// - Returns: What `operation` returns.
    public func yield<Result>(
      isolation: isolated (any Actor)? = #isolation,
      _ operation: () async throws -> Result
    ) async rethrows -> Result {
      try await values.run(operation)
    }
  }
}

/// Takes the current dependencies to where they would be lost: detached tasks, dispatch queues, timers, callbacks.
///
/// ```swift
/// withEscapedDependencies { dependencies in
///   DispatchQueue.global().async {
///     dependencies.yield { model.refresh() }
///   }
/// }
/// ```
///
/// In a test they also go on to belong to the test: defaults are the test's own there too.
///
/// - Parameter operation: Receives the dependencies, to keep them.
/// - Returns: What `operation` returns.
public func withEscapedDependencies<Result>(
  _ operation: (_ dependencies: DependencyValues.Continuation) throws -> Result
) rethrows -> Result {
  try operation(DependencyValues.Continuation())
}

/// Takes the current dependencies to where they would be lost, from an asynchronous operation on the caller's actor.
///
/// - Parameters:
///   - isolation: The caller's actor; leave it out.
///   - operation: Receives the dependencies, to keep them.
/// - Returns: What `operation` returns.
public func withEscapedDependencies<Result>(
  isolation: isolated (any Actor)? = #isolation,
  _ operation: (_ dependencies: DependencyValues.Continuation) async throws -> Result
) async rethrows -> Result {
  try await operation(DependencyValues.Continuation())
}
