/// An asynchronous sequence that ticks in regular intervals. See `Clock.timer(interval:tolerance:)`.
public struct ClockTimer<Duration: DurationProtocol & Hashable>: AsyncSequence, Sendable {
  /// The instant of a tick.
  public typealias Element = AnyClock<Duration>.Instant
  /// A timer never throws; it only ends.
  public typealias Failure = Never

  private let clock: AnyClock<Duration>
  private let interval: Duration
  private let tolerance: Duration?

  init(clock: AnyClock<Duration>, interval: Duration, tolerance: Duration?) {
    precondition(interval > .zero, "The interval of a timer must be more than zero.")
    self.clock = clock
    self.interval = interval
    self.tolerance = tolerance
  }

  /// Returns an iterator with its own ticks.
  public func makeAsyncIterator() -> Iterator {
    Iterator(clock: clock, interval: interval, tolerance: tolerance)
  }

  /// The ticks of one iteration, counted from the first call of ``next(isolation:)``.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let clock: AnyClock<Duration>
    fileprivate let interval: Duration
    fileprivate let tolerance: Duration?
    /// The start of the iteration and the number of its latest tick.
    private var last: (start: Element, tick: Int)?
    private var hasEnded = false

    fileprivate init(clock: AnyClock<Duration>, interval: Duration, tolerance: Duration?) {
      self.clock = clock
      self.interval = interval
      self.tolerance = tolerance
    }

    /// Sleeps until the next tick.
    ///
    /// - Parameter actor: The actor on which the iteration runs.
    /// - Returns: The time after the sleep; `nil` once the task has been canceled or the clock's `sleep` has thrown.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(Never) -> Element? {
      guard !hasEnded else { return nil }
      let now = clock.now
      let (start, previous) = last ?? (now, 0)
      let tick = Swift.max(previous + 1, firstTick(notBefore: now, from: start))
      do {
        try await clock.sleep(until: start.advanced(by: interval * tick), tolerance: tolerance)
      } catch {
        hasEnded = true
        return nil
      }
      last = (start, tick)
      return clock.now
    }

    /// Returns the number of the first tick that is not before `now`.
    private func firstTick(notBefore now: Element, from start: Element) -> Int {
      let elapsed = start.duration(to: now)
      guard elapsed > interval else { return 1 }
      // The quotient is a floating-point number, so it is only a first estimate.
      var tick = Int(elapsed / interval)
      while interval * tick < elapsed { tick += 1 }
      while tick > 1, interval * (tick - 1) >= elapsed { tick -= 1 }
      return tick
    }
  }
}

extension Clock where Duration: Hashable {
  /// Returns an asynchronous sequence that ticks in regular intervals and yields the instants of its ticks.
  ///
  /// ```swift
  /// for await _ in clock.timer(interval: .seconds(1)) {
  ///   await send(.ticked)
  /// }
  /// ```
  ///
  /// Each iteration has its own ticks. The first tick comes one interval after the iteration begins, and the others
  /// at multiples of the interval, so the timer does not drift. An iteration that is late for a tick skips it and
  /// gets the next one. The sequence ends when the task is canceled or when the clock's `sleep` throws.
  ///
  /// The method can be called on `any Clock<Duration>`. Therefore the instants are those of an ``AnyClock`` that
  /// this call creates.
  ///
  /// - Parameters:
  ///   - interval: The time between two ticks; must be greater than zero.
  ///   - tolerance: The tolerance that is passed to the clock.
  /// - Returns: The sequence of ticks.
  public func timer(interval: Duration, tolerance: Duration? = nil) -> ClockTimer<Duration> {
    ClockTimer(clock: AnyClock(self), interval: interval, tolerance: tolerance)
  }
}
