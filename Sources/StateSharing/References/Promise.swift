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
    let continuation = contents.withLock { contents -> CheckedContinuation<Success, any Error>? in
      guard contents.result == nil else { return nil }
      contents.result = result
      defer { contents.continuation = nil }
      return contents.continuation
    }
    continuation?.resume(with: result)
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
