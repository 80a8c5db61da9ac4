import CustomDump

/// How two states differ, as text of a bounded length.
enum StateDiff {
  /// How many lines a difference has at most.
  static let lineLimit = 150
  static let legend = "(Expected: −, Actual: +)"

  /// The difference, set off from the sentences around it, with its legend.
  ///
  /// Small values are shown as they are nested, shared ones in each of their places, under the names of the properties; where a
  /// state holds shared values, that is `_stats` as in other dumps. Of large ones, only what differs is shown, each with the way to it: that takes
  /// time in proportion to their size, whatever the differences.
  ///
  /// - Parameters:
  ///   - expected: What the test says.
  ///   - actual: What is.
  ///   - legend: What the marks mean.
  ///   - shared: The step that an assertion is about, which is running: shared values differ as they do in it.
  static func text<Value>(
    expected: Value,
    actual: Value,
    legend: String = legend,
    shared: SharedStep? = nil
  ) -> String {
    let edits = StateEdits(from: expected, to: actual, shared: shared)
    guard !SizeEstimate.isLarge(expected), !SizeEstimate.isLarge(actual) else {
      return "\(differences(edits))\n\n\(legend)"
    }
    let isShared = shared?.isEmpty == false
    let shownExpected = ShownState.showing(expected, .expected)
    let shownActual = ShownState.showing(actual, .actual)
    let isHidden = String(customDumping: shownExpected) == String(customDumping: shownActual)
    if let difference = diff(shownExpected, shownActual, format: .proportional),
      !isHidden || isShared && !difference.contains("Not equal but no difference detected")
    {
      let text = PropertyNames.asUsed(in: indented(difference), of: expected, actual)
      return "\(bounded(text, toLines: lineLimit))\n\n\(legend)"
    }
    if isShared, !edits.differences(atMost: 1).first.isEmpty {
      // What differs is shared values behind elements that are equal at first sight.
      return "\(differences(edits))\n\n\(legend)"
    }
    // They are not equal, but look the same.
    return """
      Expected:

      \(indented(bounded(String(describing: expected), to: 2_000)))

      Actual:

      \(indented(bounded(String(describing: actual), to: 2_000)))
      """
  }

  private static func differences(_ edits: StateEdits) -> String {
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
