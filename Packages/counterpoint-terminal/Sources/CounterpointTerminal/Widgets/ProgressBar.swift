/// The done part of work whose length is known.
///
/// ```
/// ████████░░░░  66%
/// ```
///
/// Create it again from each state.
public struct ProgressBar: Hashable, Sendable {
  /// The done part, from 0 to 1.
  public var fraction: Double

  /// Creates a progress bar.
  ///
  /// - Parameter fraction: The done part. It is clamped to the range from 0 to 1, and 0 if it is not a number.
  public init(_ fraction: Double) { self.fraction = fraction.isNaN ? 0 : min(max(fraction, 0), 1) }

  /// Creates a progress bar for a number of equal steps.
  ///
  /// - Parameters:
  ///   - done: The number of done steps.
  ///   - total: The number of all steps. With 0 steps, everything is done.
  public init(_ done: Int, of total: Int) { self.init(total > 0 ? Double(done) / Double(total) : 1) }

  /// The done part in percent, rounded down, so 100 means that everything is done.
  public var percent: Int { steps(of: 100) }

  /// Returns the bar without a number.
  ///
  /// - Parameter width: The number of columns.
  public func bar(width: Int) -> StyledText {
    let isWide = DisplayWidth.ambiguousWidth == .wide
    let done = steps(of: max(width, 0))
    return StyledText(String(repeating: isWide ? "#" : "█", count: done)).styled(Theme.current.accent)
      + StyledText(String(repeating: isWide ? "-" : "░", count: max(width, 0) - done)).styled(Theme.current.muted)
  }

  /// Returns the bar and the done part in percent.
  ///
  /// - Parameter width: The number of columns. A narrow line shows only the number.
  public func line(width: Int) -> StyledText {
    let number = StyledText("\(percent)%").padded(to: 4, alignment: .trailing)
    return width > 5 ? bar(width: width - 5) + " " + number : number.clipped(to: width)
  }

  /// Returns the number of done steps of a total. The small number compensates for rounding, as in 0.29 × 100.
  private func steps(of total: Int) -> Int { Int(Double(total) * fraction + 1e-9) }

  /// Returns the time that the rest takes at the speed so far; `nil` if nothing is done yet.
  ///
  /// - Parameter elapsed: The time since the beginning.
  public func remainingTime(elapsed: Duration) -> Duration? {
    fraction > 0 ? elapsed * ((1 - fraction) / fraction) : nil
  }
}
