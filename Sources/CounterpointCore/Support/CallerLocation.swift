/// A part of the caller's place in the code, as a default argument of a subscript.
///
/// All are equal: a key path through a subscript contains the arguments, and key paths that are written in different places
/// must be equal all the same, because scoped stores are found by them.
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

/// A number in the caller's place in the code, as a default argument of a subscript. All are equal, as with ``CallerText``.
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
