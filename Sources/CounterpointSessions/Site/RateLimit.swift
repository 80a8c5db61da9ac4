/// The rate of something that visitors do, as a token bucket: a burst at first, then so many a second.
public struct RateLimit: Hashable, Sendable {
  /// The number of events that can come at once after a pause.
  public var burst: Int
  /// The number of events per second from then on.
  public var perSecond: Double

  /// Makes a limit.
  ///
  /// - Parameters:
  ///   - burst: How many can come at once after a pause; at least 1.
  ///   - perSecond: How many can come each second from then on; more than 0.
  public init(burst: Int, perSecond: Double) {
    precondition(
      burst >= 1 && perSecond > 0,
      "A limit of \(burst) at once and \(perSecond) a second lets nothing through."
    )
    self.burst = burst
    self.perSecond = perSecond
  }
}

/// The tokens that are left under a ``RateLimit``.
struct TokenBucket: Sendable {
  private var missing = 0.0
  private var updated = Duration.zero

  /// Takes tokens. A request that needs more than the burst is let through when the bucket is full.
  ///
  /// - Returns: `nil` if they were taken, else how many seconds there are until they can be.
  mutating func take(_ limit: RateLimit, count: Int = 1, at now: Duration) -> Int? {
    refill(limit, at: now)
    let needed = Double(min(count, limit.burst))
    let available = Double(limit.burst) - missing
    guard available < needed else {
      missing += Double(count)
      return nil
    }
    return Int(((needed - available) / limit.perSecond).rounded(.up).clamped(to: 1...86_400))
  }

  /// Gives tokens back that were taken for something that was refused for another reason.
  mutating func giveBack() {
    missing = max(0, missing - 1)
  }

  /// Returns whether no token is missing: such a bucket need not be remembered.
  mutating func isFull(_ limit: RateLimit, at now: Duration) -> Bool {
    refill(limit, at: now)
    return missing == 0
  }

  private mutating func refill(_ limit: RateLimit, at now: Duration) {
    missing = max(0, missing - (now - updated) / .seconds(1) * limit.perSecond)
    updated = now
  }
}

extension Double {
  fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
