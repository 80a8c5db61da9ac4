import IssueReporting

/// The location of a call or a declaration in the user's code, to which issues are attributed.
@_spi(Internals) public struct SourceLocation: Hashable, Sendable {
  public let fileID: StaticString
  public let filePath: StaticString
  public let line: UInt
  public let column: UInt

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

  public static func == (left: Self, right: Self) -> Bool {
    left.line == right.line && left.column == right.column && "\(left.fileID)" == "\(right.fileID)"
  }

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
