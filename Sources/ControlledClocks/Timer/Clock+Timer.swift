extension Clock where Duration: Hashable {
  /// Ticks in regular intervals, as a sequence of the instants at which it ticked.
  ///
  /// ```swift
  /// for await _ in clock.timer(interval: .seconds(1)) {
  ///   await send(.ticked)
  /// }
  /// ```
  ///
  /// Each loop has ticks of its own, the first of them an interval after its beginning, the others at multiples of the interval from
  /// there: it does not drift. A loop that comes too late for a tick gets the next one, and never two at once. The loop ends
  /// when the task is cancelled, or the clock can't sleep.
  ///
  /// It can be called on `any Clock<Duration>`; so the instants are those of the clock wrapped in ``AnyClock`` by this call.
  ///
  /// - Parameters:
  ///   - interval: The time between two ticks; more than zero.
  ///   - tolerance: How much later than due a tick may be, for the clock.
  /// - Returns: The ticks. Each loop over them sleeps for itself.
  public func timer(interval: Duration, tolerance: Duration? = nil) -> ClockTimer<Duration> {
    ClockTimer(clock: AnyClock(self), interval: interval, tolerance: tolerance)
  }
}
