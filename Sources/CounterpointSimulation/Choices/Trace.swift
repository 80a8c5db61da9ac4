/// The steps of a run: jobs, system calls, random numbers, timers and events, in their order.
struct Trace: Sendable {
  /// A step, as it is kept.
  struct Step: Sendable {
    /// The virtual time, in nanoseconds.
    let time: Int64
    /// A hash of this step and of all before it.
    let hash: UInt64
    let text: String

    var line: String { "\(VirtualTime.exactText(time)) \(text)" }
  }

  /// The first step at which two runs differ.
  struct Difference {
    let number: Int
    /// The last steps that both runs have.
    let before: [String]
    let first: String
    let second: String

    /// The steps as lines for a message.
    var table: String {
      let lines = before.map { "both:   \($0)" } + ["first:  \(first)", "second: \(second)"]
      return lines.map { "  \($0)" }.joined(separator: "\n")
    }
  }

  /// A hash of all steps.
  private(set) var hash: UInt64 = 0xCBF2_9CE4_8422_2325
  /// A hash of all steps without their times.
  private(set) var orderHash: UInt64 = 0xCBF2_9CE4_8422_2325
  /// The number of steps.
  private(set) var count = 0
  /// The steps, if they are kept.
  private(set) var steps: [Step]?

  /// - Parameter keepsSteps: Whether the steps are kept, to compare two runs.
  init(keepsSteps: Bool) { steps = keepsSteps ? [] : nil }

  /// Adds a step.
  ///
  /// - Parameters:
  ///   - time: The virtual time.
  ///   - words: What identifies the step. Nothing that differs between processes, such as an address.
  ///   - text: A text for people.
  mutating func add(at time: Int64, _ words: UInt64..., text: @autoclosure () -> String) {
    count += 1
    hash = Bits.mixed(hash ^ UInt64(bitPattern: time))
    for word in words {
      hash = Bits.mixed(hash ^ word)
      orderHash = Bits.mixed(orderHash ^ word)
    }
    steps?.append(Step(time: time, hash: hash, text: text()))
  }

  /// Returns the first difference of two traces with all steps; `nil` if the traces are equal.
  static func firstDifference(_ first: Trace, _ second: Trace) -> Difference? {
    if first.hash == second.hash, first.count == second.count { return nil }
    let (left, right) = (first.steps ?? [], second.steps ?? [])
    let number = zip(left, right).prefix { $0.hash == $1.hash }.count
    return Difference(
      number: number,
      before: left[..<number].suffix(5).map(\.line),
      first: number < left.count ? left[number].line : "the end",
      second: number < right.count ? right[number].line : "the end"
    )
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

  /// Formats a time in seconds with nine digits, such as `12.034000001 s`.
  static func exactText(_ nanoseconds: Int64) -> String {
    let rest = String(nanoseconds % 1_000_000_000)
    return "\(nanoseconds / 1_000_000_000).\(String(repeating: "0", count: 9 - rest.count))\(rest) s"
  }

  /// Returns a duration in nanoseconds, at least 0.
  static func nanoseconds(_ duration: Duration) -> Int64 {
    let (seconds, attoseconds) = duration.components
    let (product, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    return isTooLong ? .max / 4 : max(0, product + attoseconds / 1_000_000_000)
  }
}
