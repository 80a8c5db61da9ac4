import IssueReporting

/// The source location of a call or a declaration in a user's code, to which an issue is attributed.
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
