import CounterpointSupport
import CustomDump
import IssueReporting

/// A part of the caller's location in the code, as a default argument of a subscript.
///
/// All values are equal. A key path through a subscript contains its arguments, and key paths written in different
/// places must be equal, because scoped stores are found by them.
public struct CallerText: Hashable, Sendable, ExpressibleByStringLiteral {
  let text: StaticString

  /// Takes `#fileID` or `#filePath`.
  public init(stringLiteral text: StaticString) {
    self.text = text
  }

  /// Always `true`.
  public static func == (lhs: Self, rhs: Self) -> Bool { true }

  /// Feeds nothing.
  public func hash(into hasher: inout Hasher) {}
}

/// A number of the caller's location in the code, as a default argument of a subscript. All values are equal, as with
/// ``CallerText``.
public struct CallerNumber: Hashable, Sendable, ExpressibleByIntegerLiteral {
  let number: UInt

  /// Takes `#line` or `#column`.
  public init(integerLiteral number: UInt) {
    self.number = number
  }

  /// Always `true`.
  public static func == (lhs: Self, rhs: Self) -> Bool { true }

  /// Feeds nothing.
  public func hash(into hasher: inout Hasher) {}
}

extension SourceLocation {
  init(fileID: CallerText, filePath: CallerText, line: CallerNumber, column: CallerNumber) {
    self.init(fileID: fileID.text, filePath: filePath.text, line: line.number, column: column.number)
  }
}

/// Whether tests are running.
var isTesting: Bool { IssueReporting.isTesting }

/// Returns the indented dump of a value for an issue.
func indentedDump(of value: some Any) -> String {
  var text = ""
  customDump(value, to: &text, indent: 2)
  return text
}

/// Returns the name of an action's case, as in `.child`; a Boolean's value; otherwise the action's type.
func caseName(of action: some Any) -> String {
  if let action = action as? Bool { return "\(action)" }
  let mirror = Mirror(reflecting: action)
  guard mirror.displayStyle == .enum else { return "\(type(of: action))" }
  return "." + (mirror.children.first?.label ?? "\(action)")
}
