import IssueReporting

/// The location of a call or a declaration in the user's code, to which issues are attributed.
@_spi(Internals) public struct SourceLocation: Hashable, Sendable {
  /// The module and the file.
  public let fileID: StaticString
  /// The absolute path.
  public let filePath: StaticString
  /// The line, from 1 on.
  public let line: UInt
  /// The column, from 1 on.
  public let column: UInt

  /// Creates a location from the values of `#fileID` and its like.
  public init(fileID: StaticString, filePath: StaticString, line: UInt, column: UInt) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }

  /// Returns a location in this library, for calls whose location is unknown.
  public static func here(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    Self(fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Ignores the path, which differs between machines.
  public static func == (left: Self, right: Self) -> Bool {
    left.line == right.line && left.column == right.column && "\(left.fileID)" == "\(right.fileID)"
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine("\(fileID)")
    hasher.combine(line)
    hasher.combine(column)
  }
}

/// Reports an issue at a location in the user's code, or at the caller's location in the library if it is `nil`.
@_spi(Internals) public func reportIssue(_ message: @autoclosure () -> String, at location: SourceLocation?) {
  guard let location else { return IssueReporting.reportIssue(message()) }
  IssueReporting.reportIssue(
    message(),
    fileID: location.fileID,
    filePath: location.filePath,
    line: location.line,
    column: location.column
  )
}
