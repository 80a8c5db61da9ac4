import IssueReporting

/// The location of a call or a declaration in the user's code, for issues.
struct SourceLocation: Hashable, Sendable {
  let fileID: StaticString
  let filePath: StaticString
  let line: UInt
  let column: UInt

  static func == (left: Self, right: Self) -> Bool {
    left.line == right.line && left.column == right.column && "\(left.fileID)" == "\(right.fileID)"
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine("\(fileID)")
    hasher.combine(line)
    hasher.combine(column)
  }
}

/// Reports an issue at a location in the user's code; at the current one, if it is nil.
func reportIssue(_ message: @autoclosure () -> String, at location: SourceLocation?) {
  guard let location else { return reportIssue(message()) }
  reportIssue(
    message(),
    fileID: location.fileID,
    filePath: location.filePath,
    line: location.line,
    column: location.column
  )
}
