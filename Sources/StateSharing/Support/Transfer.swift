/// Takes a value of any type to where only sendable ones may go.
struct Transfer<Value>: @unchecked Sendable {
  // @unchecked because a shared value is whatever its owner says that it is: the lock protects the value, and what a
  // class-typed value points to is its owner's business, as `Shared` documents.
  let value: Value
}

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
