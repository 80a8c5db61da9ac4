/// A result that a task can await. Cancellation of the task ends the wait at once.
@_spi(Internals) public final class Promise<Success: Sendable>: Sendable {
  private struct Contents {
    var result: Result<Success, any Error>?
    var continuation: CheckedContinuation<Success, any Error>?
  }

  private let contents = Locked(Contents())

  /// Creates a promise without a result.
  public init() {}

  /// Resumes the waiting task; only the first result counts.
  public func resume(with result: Result<Success, any Error>) {
    settle(with: result)?()
  }

  /// Sets the result, if there is none yet, without resuming the waiting task.
  ///
  /// - Returns: A closure that resumes the waiting task, to be called without a lock; `nil` if there was a result,
  ///   such as that of a canceled task.
  public func settle(with result: Result<Success, any Error>) -> (@Sendable () -> Void)? {
    let (isFirst, continuation) = contents.withLock { contents -> (Bool, CheckedContinuation<Success, any Error>?) in
      guard contents.result == nil else { return (false, nil) }
      contents.result = result
      defer { contents.continuation = nil }
      return (true, contents.continuation)
    }
    guard isFirst else { return nil }
    return { continuation?.resume(with: result) }
  }

  /// Waits for the result, or for the cancellation of the task.
  public var value: Success {
    get async throws {
      try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          let result = contents.withLock { contents in
            if contents.result == nil { contents.continuation = continuation }
            return contents.result
          }
          if let result { continuation.resume(with: result) }
        }
      } onCancel: {
        resume(with: .failure(CancellationError()))
      }
    }
  }
}
