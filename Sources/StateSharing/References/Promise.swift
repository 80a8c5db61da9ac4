import Locks

/// A result that somebody waits for, who goes on at once when cancelled.
final class Promise<Success: Sendable>: Sendable {
  private struct Contents {
    var result: Result<Success, any Error>?
    var continuation: CheckedContinuation<Success, any Error>?
  }

  private let contents = Locked(Contents())

  /// Ends the waiting; only the first result counts.
  func resume(with result: Result<Success, any Error>) {
    settle(with: result)?()
  }

  /// Decides for a result, if there is none yet.
  ///
  /// - Returns: What lets the one who waits go on, to be called without a lock; `nil` if another result was first, such as that of
  ///   a task that was cancelled.
  func settle(with result: Result<Success, any Error>) -> (@Sendable () -> Void)? {
    let (isFirst, continuation) = contents.withLock { contents -> (Bool, CheckedContinuation<Success, any Error>?) in
      guard contents.result == nil else { return (false, nil) }
      contents.result = result
      defer { contents.continuation = nil }
      return (true, contents.continuation)
    }
    guard isFirst else { return nil }
    return { continuation?.resume(with: result) }
  }

  /// Waits for the result, or for the task to be cancelled.
  var value: Success {
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
