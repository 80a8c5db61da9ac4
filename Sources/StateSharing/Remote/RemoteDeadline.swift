/// A deadline by the key's clock; without a clock there is none.
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
