import CounterpointCore
import IssueReporting
import Locks

/// Something that is done where the store lives: what an effect sends is handled there.
final class Errand: Sendable {
  private let origin: SendOrigin?
  private let body: @Sendable () -> Void
  private let progress = Locked(Progress())

  private struct Progress {
    var isDropped = false
    var waiter: CheckedContinuation<Void, Never>?
  }

  /// - Parameters:
  ///   - origin: The `send` that it goes back to. Issues are reported there.
  ///   - body: What to do.
  init(origin: SendOrigin?, _ body: @escaping @Sendable () -> Void) {
    self.origin = origin
    self.body = body
  }

  /// Has somebody resumed when it has been done.
  func await(_ continuation: CheckedContinuation<Void, Never>) {
    progress.withLock { $0.waiter = continuation }
  }

  /// Whoever waits for it has been cancelled: it is not done any more.
  func drop() {
    progress.withLock { $0.isDropped = true }
  }

  func run() {
    if !progress.withLock({ $0.isDropped }) {
      if let origin { origin.withIssueContext(body) } else { body() }
    }
    let waiter = progress.withLock { progress in
      defer { progress.waiter = nil }
      return progress.waiter
    }
    waiter?.resume()
  }
}

extension SendOrigin {
  /// Runs a body whose issues are reported at the `send`.
  func withIssueContext<Result>(_ body: () throws -> Result) rethrows -> Result {
    try IssueReporting.withIssueContext(
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column,
      operation: body
    )
  }
}
