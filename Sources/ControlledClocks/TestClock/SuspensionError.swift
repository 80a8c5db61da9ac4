/// The error of ``TestClock/checkSuspension()``: tasks still sleep on a clock on which the test expects none.
public struct SuspensionError: Error, Hashable, CustomStringConvertible {
  /// The number of sleeping tasks.
  public let count: Int

  /// Creates an error.
  ///
  /// - Parameter count: The number of sleeping tasks.
  public init(count: Int) {
    self.count = count
  }

  /// A message that states how many tasks sleep on the clock.
  public var description: String {
    count == 1 ? "A task sleeps on the clock." : "\(count) tasks sleep on the clock."
  }
}
