import IssueReporting

/// The place of a call or a declaration in a user's code, so that an issue points there.
struct SourceLocation: Sendable {
  let fileID: StaticString
  let filePath: StaticString
  let line: UInt
  let column: UInt

  /// Tells one call from another, cheaply: file ids are constants, each at an address of its own.
  var key: UInt {
    let file = fileID.hasPointerRepresentation ? unsafe UInt(bitPattern: fileID.utf8Start) : 0
    return file &* 31 &+ line &* 8191 &+ column
  }
}

/// Reports an issue at a place in a user's code; where the caller is, if there is none.
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
