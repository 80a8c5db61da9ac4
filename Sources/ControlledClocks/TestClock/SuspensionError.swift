/// Somebody sleeps on a test clock where a test says that nobody does.
public struct SuspensionError: Error, Hashable, CustomStringConvertible {
  /// How many tasks sleep.
  public let count: Int

  /// Makes an error.
  ///
  /// - Parameter count: How many tasks sleep.
  public init(count: Int) {
    self.count = count
  }

  /// The error in words.
  public var description: String {
    count == 1 ? "A task sleeps on the clock." : "\(count) tasks sleep on the clock."
  }
}
