/// The result of a load, with its version if the key has versions.
struct LoadAnswer<Value> {
  /// The value, or `nil` if nothing is stored.
  let value: Value?
  var version: SharedVersion?
  /// The number of the state, if the key is a ``RevisionedKey``.
  var revision: UInt64?

  /// Returns the value, or throws if nothing is stored.
  func required(by connection: KeyConnection<Value>) throws -> Value {
    guard let value else { throw SharedStorageError.missing(key: connection.description) }
    return value
  }
}

/// Receives the result of a key's load.
///
/// Call it exactly once. A second call is ignored and reported as an issue. Releasing it without a call is reported
/// too, and counts as "nothing is stored".
public struct LoadContinuation<Value>: Sendable {
  let answer: OnceContinuation<LoadAnswer<Value>>

  /// Creates a continuation.
  ///
  /// - Parameters:
  ///   - description: The key, for issues.
  ///   - callback: Receives the value, `nil` if nothing is stored, or the error.
  public init(
    _ description: @autoclosure @escaping @Sendable () -> String = "",
    callback: @escaping @Sendable (Result<Value?, any Error>) -> Void
  ) {
    self.init(description: description) { callback($0.map(\.value)) }
  }

  init(
    description: @escaping @Sendable () -> String,
    versioned callback: @escaping @Sendable (Result<LoadAnswer<Value>, any Error>) -> Void
  ) {
    answer = OnceContinuation(description, whenLeaked: { .success(LoadAnswer(value: nil)) }, callback: callback)
  }

  /// Returns the stored value.
  public func resume(returning value: Value) {
    answer.resume(with: .success(LoadAnswer(value: value)))
  }

  /// Fails with an error.
  public func resume(throwing error: any Error) {
    answer.resume(with: .failure(error))
  }

  /// Answers that nothing is stored.
  public func resumeReturningInitialValue() {
    answer.resume(with: .success(LoadAnswer(value: nil)))
  }

  /// Answers with the stored value, with `nil` if nothing is stored, or with an error.
  public func resume(with result: Result<Value?, any Error>) {
    answer.resume(with: result.map { LoadAnswer(value: $0) })
  }

  /// Answers with the state of a ``RevisionedKey``.
  func resume(with answer: LoadAnswer<Value>) {
    self.answer.resume(with: .success(answer))
  }

  /// Returns the stored value and its version. A reference with this version or a later one ignores it.
  public func resume(returning value: Value, version: SharedVersion) {
    answer.resume(with: .success(LoadAnswer(value: value, version: version)))
  }

  /// Answers that nothing is stored since a version.
  public func resumeReturningInitialValue(version: SharedVersion) {
    answer.resume(with: .success(LoadAnswer(value: nil, version: version)))
  }
}
