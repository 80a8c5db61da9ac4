/// Until when somebody waits: by a key's clock, and for ever where there is none.
struct RemoteDeadline: Sendable {
  /// What is left of the time.
  let rest: @Sendable () -> Duration
  private let end: (@Sendable () async throws -> Void)?

  init(after timeout: Duration, on clock: (any Clock<Duration>)?) {
    // More than thirty years can't be added to any time.
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

  /// The same for a key, which is asked now.
  var instant: ContinuousClock.Instant { .now + max(rest(), .zero) }

  /// Waits for something, or until the time is over.
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
