/// Statistics of a count: its current value, its extremes, and its number of changes.
public struct Stats: Codable, Equatable, Sendable {
  /// The current count.
  public var count: Int
  /// The maximum.
  public var maxCount: Int
  /// The minimum.
  public var minCount: Int
  /// The number of changes.
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
