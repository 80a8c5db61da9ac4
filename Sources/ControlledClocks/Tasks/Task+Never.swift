extension Task where Success == Never, Failure == Never {
  /// Suspends until the current task is canceled. Use it in a test as an operation that never returns.
  ///
  /// ```swift
  /// client.search = { _ in try await Task.never() }
  /// ```
  ///
  /// The task doesn't poll or block a thread.
  ///
  /// - Throws: `CancellationError` when the task is canceled; immediately if it already was.
  public static func never() async throws {
    for await _ in AsyncStream<Never>.never {}
    throw _Concurrency.CancellationError()
  }

  /// Suspends until the current task is canceled, where the context expects a value.
  ///
  /// - Returns: Never.
  /// - Throws: `CancellationError` when the task is canceled; immediately if it already was.
  public static func never<Value>() async throws -> Value {
    for await _ in AsyncStream<Never>.never {}
    throw _Concurrency.CancellationError()
  }
}
