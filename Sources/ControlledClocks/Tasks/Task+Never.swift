extension Task where Success == Never, Failure == Never {
  /// Waits until the current task is cancelled: for what a test wants never to come back.
  ///
  /// ```swift
  /// client.search = { _ in try await Task.never() }
  /// ```
  ///
  /// No time passes, and no thread waits.
  ///
  /// - Throws: `CancellationError` when the task is cancelled; at once if it was before.
  public static func never() async throws {
    for await _ in AsyncStream<Never>.never {}
    throw _Concurrency.CancellationError()
  }

  /// Waits until the current task is cancelled, where a value is asked for.
  ///
  /// - Returns: Never.
  /// - Throws: `CancellationError` when the task is cancelled; at once if it was before.
  public static func never<Value>() async throws -> Value {
    for await _ in AsyncStream<Never>.never {}
    throw _Concurrency.CancellationError()
  }
}
