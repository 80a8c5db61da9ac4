import CustomDump

/// How two states differ, as text of a bounded length.
enum StateDiff {
  /// How many lines a difference has at most.
  static let lineLimit = 150
  static let legend = "(Expected: −, Actual: +)"

  /// The difference, set off from the sentences around it, with its legend.
  ///
  /// Small values are shown as they are nested. Of large ones, only what differs is shown, each with the way to it: that takes
  /// time in proportion to their size, whatever the differences.
  static func text<Value>(expected: Value, actual: Value, legend: String = legend) -> String {
    guard !SizeEstimate.isLarge(expected), !SizeEstimate.isLarge(actual) else {
      return "\(differences(expected, actual))\n\n\(legend)"
    }
    guard String(customDumping: expected) != String(customDumping: actual),
      let difference = diff(expected, actual, format: .proportional)
    else {
      // They are not equal, but look the same.
      return """
        Expected:

        \(indented(bounded(String(describing: expected), to: 2_000)))

        Actual:

        \(indented(bounded(String(describing: actual), to: 2_000)))
        """
    }
    let text = PropertyNames.asUsed(in: indented(difference), of: expected)
    return "\(bounded(text, toLines: lineLimit))\n\n\(legend)"
  }

  private static func differences<Value>(_ expected: Value, _ actual: Value) -> String {
    let edits = StateEdits(from: expected, to: actual)
    let (all, rest) = edits.differences(atMost: lineLimit / 3)
    let texts = all.map { difference in
      """
          \(difference.path)
            − \(difference.old.map(short) ?? "(nothing)")
            + \(difference.new.map(short) ?? "(nothing)")
      """
    }
    return texts.joined(separator: "\n") + (rest > 0 ? "\n    … and \(rest) more differences" : "")
  }

  private static func short(_ value: Any) -> String {
    bounded("\(value)".split(separator: "\n").joined(separator: " "), to: 200)
  }

  private static func indented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { "    \($0)" }.joined(separator: "\n")
  }
}
