import Locks

/// A clock on which nobody waits: a sleep moves the time to its deadline and returns.
///
/// Time is squashed, not lost: after ten sleeps of a second, ``now`` is ten seconds later. For tests and previews of work whose delays
/// do not matter. A timer on it ticks as fast as it is asked to, for ever; so the work has to end it.
///
/// Safe to use from any thread. Copies of the reference are the same clock.
public final class ImmediateClock<Duration: DurationProtocol & Hashable>: Clock, Sendable {
  /// A point in the time of an immediate clock.
  public struct Instant: InstantProtocol {
    /// How long after the clock's zero.
    public var offset: Duration

    /// Makes an instant.
    ///
    /// - Parameter offset: How long after the clock's zero.
    public init(offset: Duration = .zero) {
      self.offset = offset
    }

    /// The instant that lies a duration later.
    public func advanced(by duration: Duration) -> Self {
      Self(offset: offset + duration)
    }

    /// How long it is from this instant to another.
    public func duration(to other: Self) -> Duration {
      other.offset - offset
    }

    /// Whether an instant comes before another.
    public static func < (left: Self, right: Self) -> Bool {
      left.offset < right.offset
    }
  }

  private let time: Locked<Instant>

  /// Makes a clock.
  ///
  /// - Parameter now: The time it begins with.
  public init(now: Instant = Instant()) {
    self.time = Locked(now)
  }

  /// The deadline of the sleep that began last.
  public var now: Instant { time.withLock { $0 } }

  /// Zero: the clock is exact.
  public var minimumResolution: Duration { .zero }

  /// Moves the time to the deadline, even back, lets other work have a turn, and returns.
  ///
  /// - Parameters:
  ///   - deadline: The time to move to.
  ///   - tolerance: Not used: the clock is exact.
  /// - Throws: `CancellationError` if the task is cancelled; the time stays where it was.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    time.withLock { $0 = deadline }
    // A sleep gives others a turn, and a loop of sleeps that never did would shut them out.
    await Task.yield()
  }
}

extension ImmediateClock where Duration == Swift.Duration {
  /// Makes a clock that measures in seconds and their parts, beginning at zero.
  public convenience init() {
    self.init(now: Instant())
  }
}

extension Clock where Self == ImmediateClock<Swift.Duration> {
  /// A new clock on which nobody waits.
  public static var immediate: Self { ImmediateClock() }
}
