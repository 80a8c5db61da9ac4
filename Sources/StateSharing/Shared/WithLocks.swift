import CounterpointSupport

/// Changes two values atomically.
///
/// Locks both in a global order, so concurrent calls can't deadlock. Nested calls of `withLock` in different orders
/// can. If the closure throws, both values are unchanged.
///
/// Each value is saved and observed on its own. With keys that have transactions, each is stored in a transaction of
/// its own.
///
/// - Parameters:
///   - first: A value.
///   - second: Another value. A part of the same value stops the program.
///   - operation: Changes both.
/// - Returns: The result of `operation`.
/// - Throws: The error of `operation`.
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
  // Roots never move, so their addresses define an order.
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
