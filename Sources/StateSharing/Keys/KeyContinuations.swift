@_spi(Internals) import CounterpointSupport
import IssueReporting

/// The result of a load: the stored value, if any, and its version or revision.
struct LoadAnswer<Value> {
  /// The value, or `nil` if nothing is stored.
  let value: Value?
  var version: SharedVersion?
  /// The number of the state, if the key is a ``RevisionedKey``.
  var revision: UInt64?

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

/// The reason for a load.
public enum LoadContext<Value> {
  /// A reference is being created; this is its value until a stored one is loaded.
  case initialValue(Value)

  /// The program called `load()`.
  case userInitiated

  /// The initial value of the reference that is being created, if there is one.
  public var initialValue: Value? {
    if case .initialValue(let value) = self { value } else { nil }
  }
}

extension LoadContext: Sendable where Value: Sendable {}
extension LoadContext: Equatable where Value: Equatable {}
extension LoadContext: Hashable where Value: Hashable {}

/// The reason for a save.
public enum SaveContext: Hashable, Sendable {
  /// The value was changed. It may be written later, together with other changes.
  case didSet

  /// The program called `save()` and waits until the value is stored.
  case userInitiated
}

/// A continuation that must be resumed exactly once. A second call and a missing call are reported as issues.
final class OnceContinuation<Payload>: @unchecked Sendable {
  // @unchecked because the payload is only passed from the resuming code to the callback.

  /// A struct, because reading a stored closure of a generic type directly wraps it again each time.
  private struct Callback: Sendable {
    let call: @Sendable (Result<Payload, any Error>) -> Void
  }

  private let callback: Locked<Callback?>
  private let description: @Sendable () -> String
  private let whenLeaked: @Sendable () -> Result<Payload, any Error>

  init(
    _ description: @escaping @Sendable () -> String,
    whenLeaked: @escaping @Sendable () -> Result<Payload, any Error>,
    callback: @escaping @Sendable (Result<Payload, any Error>) -> Void
  ) {
    self.description = description
    self.whenLeaked = whenLeaked
    self.callback = Locked(Callback(call: callback))
  }

  func resume(with result: Result<Payload, any Error>) {
    guard let callback = take() else {
      reportIssue(
        "\(name) resumed its continuation more than once. Only the first result counts; call it exactly once."
      )
      return
    }
    callback.call(result)
  }

  deinit {
    guard let callback = take() else { return }
    reportIssue(
      """
      \(name) leaked its continuation: it was released without being called, so its caller continues without a \
      result. Call it exactly once, also after an error.
      """
    )
    callback.call(whenLeaked())
  }

  private func take() -> Callback? {
    callback.withLock { callback in
      defer { callback = nil }
      return callback
    }
  }

  private var name: String {
    let description = description()
    return description.isEmpty ? "A shared key" : "The shared key '\(description)'"
  }
}
