import IssueReporting

/// The place of a call in a user's code, so that an issue points there.
struct SourceLocation: Sendable {
  let fileID: StaticString
  let filePath: StaticString
  let line: UInt
  let column: UInt
}

extension SourceLocation {
  /// A place in this library, for what is called where the caller's place can't be known.
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
