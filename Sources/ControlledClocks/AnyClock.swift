/// A type-erased clock.
///
/// Its instants are durations since the clock was wrapped. Don't compare the instants of two wrappers. Use this type
/// instead of `any Clock<Duration>` where the type of the instants must be known.
///
/// Creating a wrapper and reading ``now`` each read the time of the wrapped clock.
public struct AnyClock<Duration: DurationProtocol & Hashable>: Clock {
  /// A point in time of this clock, as a duration since the creation of the wrapper.
  public typealias Instant = OffsetInstant<AnyClock<Duration>, Duration>

  private let base: any WrappedClock<Duration>

  /// Creates a wrapper around a clock.
  ///
  /// - Parameter clock: The clock to forward to.
  public init(_ clock: some Clock<Duration>) {
    self.base = Wrapper(clock: clock, start: clock.now)
  }

  /// The time since the clock was wrapped.
  public var now: Instant { Instant(offset: base.offset) }

  /// The minimum resolution of the wrapped clock.
  public var minimumResolution: Duration { base.minimumResolution }

  /// Sleeps on the wrapped clock.
  ///
  /// - Parameters:
  ///   - deadline: The instant at which the task wakes.
  ///   - tolerance: The tolerance that is passed to the wrapped clock.
  /// - Throws: The errors of the wrapped clock.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await base.sleep(untilOffset: deadline.offset, tolerance: tolerance)
  }
}

/// A clock whose instants are replaced by durations, so that its `Instant` type does not appear.
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

/// A point in time of a clock of this module, as an offset from the clock's zero.
///
/// The parameter `Owner` is the type of the clock. It makes the instants of different clocks different types.
public struct OffsetInstant<Owner, Duration: DurationProtocol & Hashable>: InstantProtocol {
  /// The duration since the clock's zero.
  public var offset: Duration

  /// Creates an instant.
  ///
  /// - Parameter offset: The duration since the clock's zero.
  public init(offset: Duration = .zero) {
    self.offset = offset
  }

  /// Returns the instant that is `duration` later.
  public func advanced(by duration: Duration) -> Self {
    Self(offset: offset + duration)
  }

  /// Returns the duration from this instant to another.
  public func duration(to other: Self) -> Duration {
    other.offset - offset
  }

  /// Returns whether the first instant is earlier than the second.
  public static func < (left: Self, right: Self) -> Bool {
    left.offset < right.offset
  }
}
