import IssueReporting
import CounterpointSupport

/// A continuation that must be resumed exactly once. A second call and a missing call are reported as issues.
final class OnceContinuation<Payload>: @unchecked Sendable {
  // @unchecked because the payload is only passed on from the resuming code to the callback. In a struct, because
  // reading a stored closure of a generic type wraps it again each time.
  /// In a struct: a closure that is a generic value is wrapped once more each time that it is read.
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
        "\(name) resumed its continuation more than once. Only the first answer counts; call it exactly once."
      )
      return
    }
    callback.call(result)
  }

  deinit {
    guard let callback = take() else { return }
    reportIssue(
      """
      \(name) leaked its continuation: it was released without having been called, and those who wait for it go on \
      without an answer. Call it exactly once, also when something fails.
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
