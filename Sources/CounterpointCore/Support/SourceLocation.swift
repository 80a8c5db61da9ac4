import IssueReporting

/// The location of a call in the user's code, for issues.
struct SourceLocation: Sendable {
  let fileID: StaticString
  let filePath: StaticString
  let line: UInt
  let column: UInt
}

extension SourceLocation {
  /// Returns a location in this library, for calls whose location is unknown.
  static func here(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    Self(fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

func reportIssue(_ message: @autoclosure () -> String, at location: SourceLocation) {
  IssueReporting.reportIssue(
    message(),
    fileID: location.fileID,
    filePath: location.filePath,
    line: location.line,
    column: location.column
  )
}
