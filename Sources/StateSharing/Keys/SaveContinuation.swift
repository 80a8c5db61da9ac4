/// How a key answers that was asked to save.
///
/// Call it exactly once. A second call is ignored and reported as an issue; if it is released without a call, that is
/// reported too, and counts as success.
public struct SaveContinuation: Sendable {
  private let answer: OnceContinuation<Void>

  /// Makes a continuation.
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

  /// The value is stored.
  public func resume() {
    answer.resume(with: .success(()))
  }

  /// The value could not be stored.
  public func resume(throwing error: any Error) {
    answer.resume(with: .failure(error))
  }

  /// The value is stored, or could not be.
  public func resume(with result: Result<Void, any Error>) {
    answer.resume(with: result)
  }
}
