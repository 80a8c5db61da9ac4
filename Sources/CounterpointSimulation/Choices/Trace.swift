/// The steps of a run: jobs, system calls, timers and events, in their order.
struct Trace: Sendable {
  /// A hash of all steps.
  private(set) var hash: UInt64 = 0xCBF2_9CE4_8422_2325
  /// The number of steps.
  private(set) var count = 0
  /// The steps as lines, if they are kept.
  private(set) var lines: [String]?

  /// - Parameter keepsLines: Whether steps are kept as lines, to compare two runs.
  init(keepsLines: Bool) { lines = keepsLines ? [] : nil }

  /// Adds a step.
  ///
  /// - Parameters:
  ///   - time: The virtual time.
  ///   - words: What identifies the step. Nothing that differs between processes, such as an address.
  ///   - line: The line for the step.
  mutating func add(at time: Int64, _ words: UInt64..., line: @autoclosure () -> String) {
    count += 1
    hash = Bits.mixed(hash ^ UInt64(bitPattern: time))
    for word in words { hash = Bits.mixed(hash ^ word) }
    lines?.append("\(VirtualTime.text(time)) \(line())")
  }

  /// Returns the first line of two traces that differs; `nil` if the traces are equal.
  static func firstDifference(_ first: Trace, _ second: Trace) -> (number: Int, first: String, second: String)? {
    let (left, right) = (first.lines ?? [], second.lines ?? [])
    for index in 0..<max(left.count, right.count) {
      let (a, b) = (index < left.count ? left[index] : "the end", index < right.count ? right[index] : "the end")
      if a != b { return (index, a, b) }
    }
    return first.hash == second.hash ? nil : (left.count, "the end", "the end")
  }
}

/// Formats virtual times.
enum VirtualTime {
  /// Returns a time in seconds with three digits, such as `12.034 s`.
  static func text(_ nanoseconds: Int64) -> String {
    let milliseconds = (nanoseconds + 500_000) / 1_000_000
    let rest = String(milliseconds % 1_000)
    let seconds = String(milliseconds / 1_000)
    let padding = String(repeating: " ", count: max(0, 5 - seconds.count))
    return "\(padding)\(seconds).\(String(repeating: "0", count: 3 - rest.count))\(rest) s"
  }

  /// Returns a duration in nanoseconds, at least 0.
  static func nanoseconds(_ duration: Duration) -> Int64 {
    let (seconds, attoseconds) = duration.components
    let (product, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    return isTooLong ? .max / 4 : max(0, product + attoseconds / 1_000_000_000)
  }
}
