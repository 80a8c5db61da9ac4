@_spi(Internals) import CounterpointSupport
import CustomDump
import Foundation
import StateSharing

/// The difference between two states, as text of bounded length.
enum StateDiff {
  /// The maximum numbers of lines and bytes.
  static let lineLimit = 150, sizeLimit = 20_000
  static let legend = "(Expected: −, Actual: +)"

  /// Returns the difference, indented, with its legend.
  ///
  /// Small values are shown with their nesting and their property names, and shared values at each occurrence. In a
  /// state with shared values, the storage names are shown, as in `_stats`. Of large values, and of those whose dumps
  /// are equal, only the differences are shown, each with its path, in time linear in the size of the values.
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
      let text = PropertyNames.replaced(in: indented(difference), of: expected, actual)
      let isShort = text.utf8.count <= sizeLimit && text.utf8.count(where: { $0 == 10 }) < lineLimit
      if isShort || edits.differences(atMost: 1).first.isEmpty {
        return "\(bounded(bounded(text, toLines: lineLimit), to: sizeLimit))\n\n\(legend)"
      }
    }
    if isShared && !edits.differences(atMost: 1).first.isEmpty || areShown(edits) {
      return "\(differences(edits))\n\n\(legend)"
    }
    // The values are not equal, but nothing is known that differs.
    return """
      Expected:

      \(indented(bounded(String(describing: expected), to: 2_000)))

      Actual:

      \(indented(bounded(String(describing: actual), to: 2_000)))
      """
  }

  /// Returns whether the text of a difference shows it.
  private static func areShown(_ edits: StateEdits) -> Bool {
    edits.differences(atMost: lineLimit / 3).first.contains { difference in
      let (old, new) = ValueTexts.of(difference.old, difference.new)
      return old != new
    }
  }

  private static func differences(_ edits: StateEdits) -> String {
    let (first, rest) = edits.differences(atMost: lineLimit / 3)
    let texts = first.map { difference in
      // An element of a set has the path of the set, so it stands in brackets.
      func shown(_ value: Any?) -> Any? { value.map { difference.isElement ? [$0] as [Any] : $0 } }
      let (before, after) = ValueTexts.of(shown(difference.old), shown(difference.new))
      return """
            \(difference.path)
              − \(before)
              + \(after)
        """
    }
    return texts.joined(separator: "\n") + (rest > 0 ? "\n    … and \(rest) more differences" : "")
  }

  private static func indented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { "    \($0)" }.joined(separator: "\n")
  }
}

/// The texts of two values that differ.
enum ValueTexts {
  /// The maximum length of a text, and the length of what is shown before the first difference.
  private static let limit = 200, context = 60

  /// Returns a line for each of two values. The lines differ, and show where.
  ///
  /// - Parameters:
  ///   - first: A value; `nil` if there is none.
  ///   - second: The other one.
  static func of(_ first: Any?, _ second: Any?) -> (String, String) {
    var texts = (line(first), line(second))
    if texts.0 == texts.1 { texts = (exact(first), exact(second)) }
    if texts.0 == texts.1 { texts = (typed(first), typed(second)) }
    return excerpts(texts.0, texts.1)
  }

  private static func line(_ value: Any?) -> String {
    guard let value else { return "(nothing)" }
    if let text = value as? String { return text.debugDescription.unicodeScalars.map(visible).joined() }
    return "\(value)".replacing("\n", with: "\\n")
  }

  /// Returns a scalar, escaped if it looks like a space or like nothing. Those of emojis stay.
  private static func visible(_ scalar: Unicode.Scalar) -> String {
    let isHidden = scalar.properties.isWhitespace || scalar.properties.isDefaultIgnorableCodePoint
    guard isHidden, !scalar.isASCII, scalar != "\u{200D}", scalar != "\u{FE0F}" else { return String(scalar) }
    return scalar.escaped(asASCII: true)
  }

  /// Returns a text with all digits of a time, and all bytes of data.
  private static func exact(_ value: Any?) -> String {
    guard let value else { return "(nothing)" }
    if let data = value as? Data {
      return data.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
    }
    return Literal(visible: nil).text(of: value) ?? String(customDumping: value).replacing("\n", with: " ")
  }

  private static func typed(_ value: Any?) -> String {
    value.map { "\(exact($0)), a value of '\(typeName(type(of: $0)))'" } ?? "(nothing)"
  }

  /// Returns the parts of two long texts around the first difference.
  private static func excerpts(_ first: String, _ second: String) -> (String, String) {
    guard first.count > limit || second.count > limit else { return (first, second) }
    let common = zip(first, second).prefix { $0 == $1 }.count
    let start = common < limit - context ? 0 : common - context
    func excerpt(_ text: String) -> String {
      (start > 0 ? "…" : "") + bounded(String(text.dropFirst(start)), to: limit)
    }
    return (excerpt(first), excerpt(second))
  }
}

/// A state for dumps in an assertion about shared values: each wrapper is replaced with its value.
///
/// A dump treats a shared value as one object, shows it only at its first occurrence, and shows a collection in it
/// without brackets. A failure should show it at every occurrence, like another value.
struct ShownState: CustomReflectable, Identifiable {
  /// The value of a shared value that is shown.
  enum Side {
    /// The value that the assertion expects.
    case expected
    /// The actual value.
    case actual
  }

  private let value: Any
  private let side: Side

  /// Returns the value to dump: the value itself if it contains no shared value.
  ///
  /// - Parameters:
  ///   - value: The state, or a part of it.
  ///   - side: The side of shared values, in the running assertion.
  static func showing(_ value: Any, _ side: Side) -> Any {
    guard PropertyNames.containsSharedValue(value) else { return value }
    if let handle = value as? any SharedHandle {
      let (expected, actual) = handle.comparison(with: handle)
      return showing(side == .expected ? expected : actual, side)
    }
    if let value = value as? any CustomDumpRepresentable { return showing(value.customDumpValue, side) }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional: return mirror.children.first.map { showing($0.value, side) } ?? value
    case .struct, .enum, .tuple, .collection, .dictionary: return ShownState(value: value, side: side)
    default: return value
    }
  }

  /// The identity by which a difference of collections finds the same element: that of the value, if it has one.
  var id: AnyHashable {
    func id<Value: Identifiable>(of value: Value) -> AnyHashable { AnyHashable(value.id) }
    guard let value = value as? any Identifiable else { return AnyHashable(UUID()) }
    return id(of: value)
  }

  var customMirror: Mirror {
    // The dump shows the name of the type for which the mirror was created.
    func mirror<Value>(of value: Value) -> Mirror {
      let mirror = Mirror(reflecting: value)
      let children = mirror.children.filter { $0.label?.hasPrefix("_$") != true }
      return Mirror(
        value,
        children: children.map { (label: $0.label, value: showing($0.value, of: mirror.displayStyle)) },
        displayStyle: mirror.displayStyle ?? .struct
      )
    }
    return _openExistential(value, do: mirror)
  }

  private func showing(_ part: Any, of style: Mirror.DisplayStyle?) -> Any {
    guard style == .dictionary else { return Self.showing(part, side) }
    let entry = Mirror(reflecting: part).children.map(\.value)
    guard entry.count == 2, let key = entry[0] as? AnyHashable else { return part }
    return (key: key, value: Self.showing(entry[1], side))
  }
}
