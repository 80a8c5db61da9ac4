@_spi(Internals) import CounterpointSupport
import IssueReporting

/// A file in the caller's source location, as a default argument of a subscript.
///
/// All values are equal. A key path through a subscript contains the arguments, and key paths written at different
/// locations must be equal, because they are the keys of scoped stores.
public struct _CallerText: Hashable, Sendable, ExpressibleByStringLiteral {
  let text: StaticString

  /// Creates a value from `#fileID` or `#filePath`.
  public init(stringLiteral text: StaticString) {
    self.text = text
  }

  /// Always `true`.
  public static func == (lhs: Self, rhs: Self) -> Bool { true }

  /// Does nothing.
  public func hash(into hasher: inout Hasher) {}
}

/// A line or column in the caller's source location, as a default argument of a subscript. All values are equal, like
/// those of ``_CallerText``.
public struct _CallerNumber: Hashable, Sendable, ExpressibleByIntegerLiteral {
  let number: UInt

  /// Creates a value from `#line` or `#column`.
  public init(integerLiteral number: UInt) {
    self.number = number
  }

  /// Always `true`.
  public static func == (lhs: Self, rhs: Self) -> Bool { true }

  /// Does nothing.
  public func hash(into hasher: inout Hasher) {}
}

extension SourceLocation {
  init(fileID: _CallerText, filePath: _CallerText, line: _CallerNumber, column: _CallerNumber) {
    self.init(fileID: fileID.text, filePath: filePath.text, line: line.number, column: column.number)
  }
}

/// Whether tests are running.
var isTesting: Bool { IssueReporting.isTesting }

/// Returns the name of an action's case, as in `.child`; a Boolean's value; otherwise the action's type.
package func caseName(of action: some Any) -> String {
  if let action = action as? Bool { return "\(action)" }
  let mirror = Mirror(reflecting: action)
  guard mirror.displayStyle == .enum else { return "\(type(of: action))" }
  return "." + (mirror.children.first?.label ?? "\(action)")
}
