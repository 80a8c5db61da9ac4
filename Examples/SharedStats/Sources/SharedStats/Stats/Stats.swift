/// What is known of a count: where it stands, how far it went, and how often it was changed.
public struct Stats: Codable, Equatable, Sendable {
  /// Where it stands.
  public var count: Int
  /// How far up it went.
  public var maxCount: Int
  /// How far down it went.
  public var minCount: Int
  /// How often it was changed.
  public var numberOfCounts: Int

  /// Makes stats: of a count that was never changed, unless said otherwise.
  public init(count: Int = 0, maxCount: Int = 0, minCount: Int = 0, numberOfCounts: Int = 0) {
    self.count = count
    self.maxCount = maxCount
    self.minCount = minCount
    self.numberOfCounts = numberOfCounts
  }

  /// Counts one up.
  public mutating func increment() {
    count += 1
    numberOfCounts += 1
    maxCount = max(maxCount, count)
  }

  /// Counts one down.
  public mutating func decrement() {
    count -= 1
    numberOfCounts += 1
    minCount = min(minCount, count)
  }

  /// Begins again.
  public mutating func reset() {
    self = Stats()
  }
}
