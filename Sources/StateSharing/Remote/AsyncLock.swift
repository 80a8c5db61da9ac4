@_spi(Internals) import CounterpointSupport

/// A lock for tasks, acquired in FIFO order. Not reentrant.
final class AsyncLock: Sendable {
  private struct Contents {
    var isHeld = false
    var waiting: [Promise<Void>] = []
  }

  private let contents = Locked(Contents())

  /// Acquires the lock.
  ///
  /// - Throws: ``SharedStorageError/timedOut``, or the error of a canceled task. The lock is then not acquired.
  func acquire(until deadline: RemoteDeadline) async throws {
    if let turn = acquireOrWait() { try await deadline.wait(for: turn) }
  }

  /// Acquires the lock without a timeout. For a task that is never canceled.
  func acquire() async {
    if let turn = acquireOrWait() { try? await turn.value }
  }

  /// Acquires the lock immediately, or returns a promise of its acquisition.
  private func acquireOrWait() -> Promise<Void>? {
    contents.withLock { contents in
      guard contents.isHeld else {
        contents.isHeld = true
        return nil
      }
      let turn = Promise<Void>()
      contents.waiting.append(turn)
      return turn
    }
  }

  /// Releases the lock, or passes it to the next waiting task.
  func release() {
    let next = contents.withLock { contents -> (@Sendable () -> Void)? in
      while !contents.waiting.isEmpty {
        // A canceled or timed-out task is skipped.
        if let next = contents.waiting.removeFirst().settle(with: .success(())) { return next }
      }
      contents.isHeld = false
      return nil
    }
    next?()
  }
}

/// A deadline measured by the key's clock. Without a clock, there is no deadline.
struct RemoteDeadline: Sendable {
  /// Returns the remaining time.
  let rest: @Sendable () -> Duration
  private let end: (@Sendable () async throws -> Void)?

  init(after timeout: Duration, on clock: (any Clock<Duration>)?) {
    // Limited, because a larger duration overflows when it is added to an instant.
    let timeout = min(timeout, .seconds(1_000_000_000))
    func measured(_ clock: some Clock<Duration>) -> (@Sendable () -> Duration, @Sendable () async throws -> Void) {
      let end = clock.now.advanced(by: timeout)
      return ({ clock.now.duration(to: end) }, { try await clock.sleep(until: end, tolerance: nil) })
    }
    guard let clock else {
      rest = { timeout }
      end = nil
      return
    }
    let (rest, end) = measured(clock)
    self.rest = rest
    self.end = end
  }

  var isOver: Bool { end != nil && rest() <= .zero }

  /// The deadline as an instant, for a key that is called now.
  var instant: ContinuousClock.Instant { .now + max(rest(), .zero) }

  /// Waits for a promise until the deadline.
  ///
  /// - Throws: ``SharedStorageError/timedOut``.
  func wait(for promise: Promise<Void>) async throws {
    guard let end else { return try await promise.value }
    let timer = Task.detached {
      do { try await end() } catch { return }
      promise.resume(with: .failure(SharedStorageError.timedOut))
    }
    defer { timer.cancel() }
    try await promise.value
  }
}
