/// The clock of a machine: its date may be wrong, and it may run too fast or too slowly.
///
/// It is read as a monotonic time and as a date, both in nanoseconds. The date may be set, also backwards. Programs of
/// one computer share its clock.
final class MachineClock: @unchecked Sendable {
  // @unchecked because the variables are accessed only by the worker that has the turn.

  /// 2025-01-01, at which each simulation begins, in nanoseconds since 1970.
  private static let epoch: Int64 = 1_735_689_600_000_000_000

  /// The virtual time at which the clock was set, and the monotonic time then.
  private var origin: (now: Int64, time: Int64) = (0, 0)
  /// The difference between the date and the monotonic time, both since the start.
  private var offset: Int64 = 0
  /// The nanoseconds that the clock gains in a millisecond.
  private var rate: Int64 = 0

  /// The monotonic time since the start.
  func time(at now: Int64) -> Int64 {
    let elapsed = now - origin.now
    return origin.time + elapsed + gain(in: elapsed)
  }

  /// The date, as a time since the start.
  func relativeDate(at now: Int64) -> Int64 { time(at: now) + offset }

  /// The date since 1970.
  func date(at now: Int64) -> Int64 { relativeDate(at: now) + Self.epoch }

  /// Sets the date. The monotonic time goes on from where it is.
  ///
  /// - Parameters:
  ///   - skew: The difference to the right date, in nanoseconds.
  ///   - rate: The nanoseconds that the clock gains in a millisecond from now on, which are parts per million.
  ///   - now: The virtual time.
  func set(skew: Int64, rate: Int, at now: Int64) {
    origin = (now, time(at: now))
    offset = now + skew - origin.time
    self.rate = Int64(rate)
  }

  /// Returns a virtual time in which the clock advances by a duration, or by hardly more.
  func virtualTime(for duration: Int64, from now: Int64) -> Int64 {
    if rate == 0 { return duration }
    let end = time(at: now) + duration
    // A guess that may be too short by the rounding, and by a few parts in a billion.
    var result = max(0, duration - duration / 1_000_000 * rate - 1)
    while time(at: now + result) < end { result += max(1, end - time(at: now + result)) }
    return result
  }

  private func gain(in elapsed: Int64) -> Int64 {
    // In two parts, because a product of nanoseconds may be too large.
    elapsed / 1_000_000 * rate + elapsed % 1_000_000 * rate / 1_000_000
  }
}
