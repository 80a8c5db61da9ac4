/// A clock of a type that is not known, as a type of its own.
///
/// Its instants are durations since the clock was wrapped, so those of two wrappers have nothing to do with each other. Use it where
/// `any Clock<Duration>` won't do: its type of instant is known.
///
/// Making one reads the wrapped clock's time, and so does ``now``.
public struct AnyClock<Duration: DurationProtocol & Hashable>: Clock {
  /// A point in time, counted from the wrapping.
  public struct Instant: InstantProtocol {
    /// How long after the clock was wrapped.
    public let offset: Duration

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

  private let base: any WrappedClock<Duration>

  /// Wraps a clock.
  ///
  /// - Parameter clock: The clock that does what this one is asked for.
  public init(_ clock: some Clock<Duration>) {
    self.base = Wrapper(clock: clock, start: clock.now)
  }

  /// How long it is since the wrapping.
  public var now: Instant { Instant(offset: base.offset) }

  /// The smallest step of the wrapped clock.
  public var minimumResolution: Duration { base.minimumResolution }

  /// Sleeps on the wrapped clock.
  ///
  /// - Parameters:
  ///   - deadline: When to wake.
  ///   - tolerance: How much later is early enough; goes to the wrapped clock.
  /// - Throws: What the wrapped clock throws.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await base.sleep(untilOffset: deadline.offset, tolerance: tolerance)
  }
}

/// A clock that is asked in durations, which everybody has, and not in instants.
private protocol WrappedClock<Duration>: Sendable {
  associatedtype Duration

  var offset: Duration { get }
  var minimumResolution: Duration { get }
  func sleep(untilOffset offset: Duration, tolerance: Duration?) async throws
}

private struct Wrapper<Base: Clock>: WrappedClock {
  let clock: Base
  let start: Base.Instant

  var offset: Base.Duration { start.duration(to: clock.now) }
  var minimumResolution: Base.Duration { clock.minimumResolution }

  func sleep(untilOffset offset: Base.Duration, tolerance: Base.Duration?) async throws {
    try await clock.sleep(until: start.advanced(by: offset), tolerance: tolerance)
  }
}
