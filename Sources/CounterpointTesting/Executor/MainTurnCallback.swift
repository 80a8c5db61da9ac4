import CounterpointCore
import CounterpointSupport

/// A callback that the driver runs on the store's actor, for example to handle an action of an effect.
final class MainTurnCallback: Sendable {
  private let origin: SendOrigin?
  private let body: @Sendable () -> Void
  private let progress = Locked(Progress())

  private struct Progress {
    var isDropped = false
    var waiter: CheckedContinuation<Void, Never>?
  }

  /// - Parameters:
  ///   - origin: The `send` to which issues are attributed.
  ///   - body: The callback.
  init(origin: SendOrigin?, _ body: @escaping @Sendable () -> Void) {
    self.origin = origin
    self.body = body
  }

  /// Sets the continuation to resume after the callback has run.
  func await(_ continuation: CheckedContinuation<Void, Never>) {
    progress.withLock { $0.waiter = continuation }
  }

  /// Drops the callback, because the waiting task was canceled.
  func drop() {
    progress.withLock { $0.isDropped = true }
  }

  func run() {
    if !progress.withLock({ $0.isDropped }) {
      if let origin { origin.location.withIssueContext(body) } else { body() }
    }
    let waiter = progress.withLock { progress in
      defer { progress.waiter = nil }
      return progress.waiter
    }
    waiter?.resume()
  }
}
