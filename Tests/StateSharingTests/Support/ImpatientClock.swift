import CounterpointTestSupport
@_spi(Internals) import CounterpointSupport

/// A clock whose sleeps advance the time and return at once. As with any clock, a canceled task does not sleep.
struct ImpatientClock: Clock {
  let sleeps = Recorder<Swift.Duration>()
  /// Called in each sleep.
  var whenSleeping: @Sendable () -> Void = {}
  private let time = Locked(ContinuousClock.now)
  var minimumResolution: Swift.Duration { .zero }

  init(whenSleeping: @escaping @Sendable () -> Void = {}) {
    self.whenSleeping = whenSleeping
  }

  var now: ContinuousClock.Instant { time.withLock { $0 } }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Swift.Duration?) async throws {
    try Task.checkCancellation()
    sleeps.note(now.duration(to: deadline))
    time.withLock { $0 = max($0, deadline) }
    whenSleeping()
  }
}
