/// Receives the result of a key's save.
///
/// Call it exactly once. A second call is ignored and reported as an issue. Releasing it without a call is reported
/// too, and counts as success.
public struct SaveContinuation: Sendable {
  private let answer: OnceContinuation<Void>

  /// Creates a continuation.
  ///
  /// - Parameters:
  ///   - description: The key, for issues.
  ///   - callback: Receives `nil` if the value is stored, or the error.
  public init(
    _ description: @autoclosure @escaping @Sendable () -> String = "",
    callback: @escaping @Sendable (Result<Never?, any Error>) -> Void
  ) {
    answer = OnceContinuation(description, whenLeaked: { .success(()) }) { result in
      callback(result.map { nil })
    }
  }

  /// Answers that the value is stored.
  public func resume() {
    answer.resume(with: .success(()))
  }

  /// Fails with an error.
  public func resume(throwing error: any Error) {
    answer.resume(with: .failure(error))
  }

  /// Answers with success or an error.
  public func resume(with result: Result<Void, any Error>) {
    answer.resume(with: result)
  }
}
