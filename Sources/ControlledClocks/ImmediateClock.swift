@_spi(Internals) import CounterpointSupport

/// A clock whose sleeps return immediately and advance the time to their deadline.
///
/// The durations add up: after ten sleeps of one second, ``now`` is ten seconds later. Use it in tests and previews
/// of work whose delays don't matter. A timer on this clock ticks without pauses and without end, so the work must
/// stop it.
///
/// The clock is safe to use from any thread. Copies of the reference share one clock.
public final class ImmediateClock<Duration: DurationProtocol & Hashable>: Clock, Sendable {
  /// A point in time of this clock, as a duration since its zero.
  public typealias Instant = OffsetInstant<ImmediateClock<Duration>, Duration>

  private let time: Locked<Instant>

  /// Creates a clock.
  ///
  /// - Parameter now: The initial time.
  public init(now: Instant = Instant()) {
    self.time = Locked(now)
  }

  /// The deadline of the sleep that began last; initially the time with which the clock was created.
  public var now: Instant { time.withLock { $0 } }

  /// Zero: the clock is exact.
  public var minimumResolution: Duration { .zero }

  /// Sets the time to the deadline, yields once, and returns. The time can move backwards.
  ///
  /// - Parameters:
  ///   - deadline: The new time.
  ///   - tolerance: Ignored, because the clock is exact.
  /// - Throws: `CancellationError` if the task is canceled. The time is then unchanged.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    time.withLock { $0 = deadline }
    // Without a suspension, a loop of sleeps would starve the other tasks.
    await Task.yield()
  }
}

extension ImmediateClock where Duration == Swift.Duration {
  /// Creates a clock with the standard library's `Duration` that begins at zero.
  public convenience init() {
    self.init(now: Instant())
  }
}

extension Clock where Self == ImmediateClock<Swift.Duration> {
  /// A new clock whose sleeps return immediately.
  public static var immediate: Self { ImmediateClock() }
}
