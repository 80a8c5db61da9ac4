/// Changes two values together, with nobody else reading or writing either meanwhile.
///
/// Takes them in an order that is the same for all who call it, so that two threads never wait for each other, which changing
/// one inside the `withLock` of the other leads to if others do it the other way round. If the closure throws, both are what
/// they were.
///
/// Each is saved and observed on its own: with keys that have transactions, each is stored in a transaction of its own.
///
/// - Parameters:
///   - first: A value.
///   - second: Another value. If it is a part of the same one, the program stops.
///   - operation: Changes both.
///   - fileID: The location of this call, for issues.
///   - filePath: The location of this call, for issues.
///   - line: The location of this call, for issues.
///   - column: The location of this call, for issues.
/// - Returns: What `operation` returns.
/// - Throws: What `operation` throws.
@discardableResult
public func withLocks<First, Second, Result, Failure: Error>(
  _ first: Shared<First>,
  _ second: Shared<Second>,
  _ operation: (inout First, inout Second) throws(Failure) -> Result,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) throws(Failure) -> Result {
  let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  // Roots stay where they are, so that their addresses are an order.
  if ObjectIdentifier(first.reference.root) < ObjectIdentifier(second.reference.root) {
    return try first.storage.withLock(at: location) { (first: inout First) throws(Failure) -> Result in
      try second.storage.withLock(at: location) { (second: inout Second) throws(Failure) -> Result in
        try operation(&first, &second)
      }
    }
  }
  return try second.storage.withLock(at: location) { (second: inout Second) throws(Failure) -> Result in
    try first.storage.withLock(at: location) { (first: inout First) throws(Failure) -> Result in
      try operation(&first, &second)
    }
  }
}
