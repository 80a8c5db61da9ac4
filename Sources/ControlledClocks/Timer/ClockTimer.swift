/// The ticks of a clock in regular intervals. See `Clock.timer(interval:tolerance:)`.
public struct ClockTimer<Duration: DurationProtocol & Hashable>: AsyncSequence, Sendable {
  /// When it ticked.
  public typealias Element = AnyClock<Duration>.Instant
  /// A timer only ends.
  public typealias Failure = Never

  private let clock: AnyClock<Duration>
  private let interval: Duration
  private let tolerance: Duration?

  init(clock: AnyClock<Duration>, interval: Duration, tolerance: Duration?) {
    precondition(interval > .zero, "The interval of a timer must be more than zero, or it would never let others run.")
    self.clock = clock
    self.interval = interval
    self.tolerance = tolerance
  }

  /// One loop's ticks.
  public func makeAsyncIterator() -> Iterator {
    Iterator(clock: clock, interval: interval, tolerance: tolerance)
  }

  /// The ticks of one loop, counted from the first call of ``next(isolation:)``.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let clock: AnyClock<Duration>
    fileprivate let interval: Duration
    fileprivate let tolerance: Duration?
    /// When the counting began, and the tick that was due last.
    private var last: (start: Element, tick: Int)?
    private var hasEnded = false

    fileprivate init(clock: AnyClock<Duration>, interval: Duration, tolerance: Duration?) {
      self.clock = clock
      self.interval = interval
      self.tolerance = tolerance
    }

    /// Sleeps until the next tick.
    ///
    /// - Parameter actor: The actor that the loop runs on.
    /// - Returns: The time when it woke; `nil` when the task is cancelled or the clock can't sleep, and from then on.
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

    /// The number of the first tick that `now` is not too late for.
    private func firstTick(notBefore now: Element, from start: Element) -> Int {
      let elapsed = start.duration(to: now)
      guard elapsed > interval else { return 1 }
      // The quotient is a floating-point number: near enough to begin with, and to be made exact.
      var tick = Int(elapsed / interval)
      while interval * tick < elapsed { tick += 1 }
      while tick > 1, interval * (tick - 1) >= elapsed { tick -= 1 }
      return tick
    }
  }
}
