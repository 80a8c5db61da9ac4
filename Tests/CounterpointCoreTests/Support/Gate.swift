@_spi(Internals) import CounterpointSupport

/// A gate, closed at first. Tasks wait at it until it is opened, or they are canceled.
final class Gate: Sendable {
  private struct Contents {
    var isOpen = false
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    var cancelled: Set<Int> = []
    var next = 0
  }

  private let contents = Locked(Contents())

  func open() {
    let waiters = contents.withLock { contents in
      contents.isOpen = true
      defer { contents.waiters = [:] }
      return Array(contents.waiters.values)
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Waits until the gate is open or the task is canceled.
  func wait() async {
    let ticket = contents.withLock { contents in
      defer { contents.next += 1 }
      return contents.next
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let mayPass = contents.withLock { contents in
          guard !contents.isOpen, !contents.cancelled.contains(ticket) else { return true }
          contents.waiters[ticket] = continuation
          return false
        }
        if mayPass { continuation.resume() }
      }
    } onCancel: {
      contents.withLock { contents in
        contents.cancelled.insert(ticket)
        return contents.waiters.removeValue(forKey: ticket)
      }?.resume()
    }
  }

  /// Waits until the gate is open; throws if the task is canceled.
  func pass() async throws {
    await wait()
    try Task.checkCancellation()
  }
}
