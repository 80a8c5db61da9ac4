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
