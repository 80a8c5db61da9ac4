import IssueReporting

/// The place of a call in a user's code.
package struct CallSite: Sendable {
  package let fileID: StaticString
  package let filePath: StaticString
  package let line: UInt
  package let column: UInt

  package init(fileID: StaticString, filePath: StaticString, line: UInt, column: UInt) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }

  /// Tells one call from another, cheaply: file ids are constants, each at an address of its own.
  var key: UInt {
    let file = fileID.hasPointerRepresentation ? unsafe UInt(bitPattern: fileID.utf8Start) : 0
    return file &* 31 &+ line &* 8191 &+ column
  }
}

/// Reports an issue at a place in a user's code; where the caller is, if there is none.
func reportIssue(_ message: @autoclosure () -> String, at site: CallSite?) {
  guard let site else { return reportIssue(message()) }
  reportIssue(message(), fileID: site.fileID, filePath: site.filePath, line: site.line, column: site.column)
}
