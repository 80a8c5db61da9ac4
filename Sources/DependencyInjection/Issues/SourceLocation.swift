import IssueReporting

/// The place of a call or a declaration in a user's code, so that an issue points there.
package struct SourceLocation: Sendable {
  let fileID: StaticString
  let filePath: StaticString
  let line: UInt
  let column: UInt
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
