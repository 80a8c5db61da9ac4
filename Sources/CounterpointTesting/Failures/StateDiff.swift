import CustomDump

/// The difference between two states, as text of bounded length.
enum StateDiff {
  /// The maximum number of lines.
  static let lineLimit = 150
  static let legend = "(Expected: −, Actual: +)"

  /// Returns the difference, indented, with its legend.
  ///
  /// Small values are shown with their nesting and their property names, and shared values at each occurrence. In a
  /// state with shared values, the storage names are shown, as in `_stats`. Of large values, only the differences
  /// are shown, each with its path, in time linear in the size of the values.
  ///
  /// - Parameters:
  ///   - expected: The expected value.
  ///   - actual: The actual value.
  ///   - legend: The meaning of the marks.
  ///   - shared: The step of the running assertion, which determines the values of shared values.
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
      // The difference is in shared values in elements that compare as equal.
      return "\(differences(edits))\n\n\(legend)"
    }
    // The values are not equal, but their dumps are.
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
