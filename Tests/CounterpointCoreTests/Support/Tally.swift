@_spi(Internals) import CounterpointSupport

/// A counter for any thread. A test can wait until it reaches a number, and so order events.
final class Tally: Sendable {
  private struct Contents {
    var count = 0
    var waiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let contents = Locked(Contents())

  var count: Int { contents.withLock { $0.count } }

  func add() {
    let reached = contents.withLock { contents in
      contents.count += 1
      let count = contents.count
      defer { contents.waiters.removeAll { $0.count <= count } }
      return contents.waiters.filter { $0.count <= count }
    }
    for waiter in reached { waiter.continuation.resume() }
  }

  /// Waits until as many have been counted.
  func reach(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isReached = contents.withLock { contents in
        guard contents.count < count else { return true }
        contents.waiters.append((count, continuation))
        return false
      }
      if isReached { continuation.resume() }
    }
  }
}
