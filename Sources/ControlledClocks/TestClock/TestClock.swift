import Locks

/// A clock whose time stands still until a test moves it.
///
/// ```swift
/// let clock = TestClock()
///
/// let task = Task {
///   for await _ in clock.timer(interval: .seconds(1)).prefix(3) { print("tick") }
/// }
/// await clock.advance(by: .seconds(3))   // prints "tick" three times
/// await task.value
/// ```
///
/// ``advance(by:)`` and ``run(timeout:fileID:filePath:line:column:)`` wake sleepers one by one: by deadline, and those with one
/// deadline in the order in which they fell asleep. Between two, they let the work settle that was woken. A sleeper that wakes
/// reads its own deadline as ``now``, however far the test advances, and may fall asleep again and be woken by the same call.
///
/// ## When work has settled
///
/// Where the work runs on an executor that knows what is left to run, as the effects of a test store do, the clock asks that
/// executor: it is exact, takes no longer than the work itself, and yields to nobody.
///
/// Elsewhere (in a `Task {}` of the test, or one that an effect has made), nobody can tell a task that has not got as far as its
/// sleep from one that never sleeps. There the clock waits until those that it woke do run again, and then gives others a
/// bounded number of turns, and more of them whenever somebody falls asleep. That is enough for tasks that go from one sleep to
/// the next without waiting for anything else. A task that comes to its sleep later than that misses the call: the time has
/// moved, and it sleeps from then on. So let such a test wait for what it needs: for the sleep with
/// ``waitForSleepers(_:)`` before it advances the clock, and for a value, a stream or the end of the task afterwards.
///
/// Safe to use from any thread. Copies of the reference are the same clock.
public final class TestClock<Duration: DurationProtocol & Hashable>: Clock, Sendable {
  /// A point in the time of a test clock.
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

  let state: Locked<TestClockState<Instant>>

  /// Makes a clock.
  ///
  /// - Parameter now: The time it begins with.
  public init(now: Instant = Instant()) {
    self.state = Locked(TestClockState(now: now))
  }

  /// The time: where the test has moved it, or, for work that was woken on the way there, the deadline of its sleep.
  public var now: Instant {
    state.withLock { $0.now }
  }

  /// Zero: the clock is exact.
  public var minimumResolution: Duration { .zero }
}

extension TestClock where Duration == Swift.Duration {
  /// Makes a clock that measures in seconds and their parts, beginning at zero.
  public convenience init() {
    self.init(now: Instant())
  }
}
