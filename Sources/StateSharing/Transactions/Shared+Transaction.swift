import CounterpointSupport

extension Shared {
  /// Changes the value in a transaction of its key, and throws if the value could not be stored.
  ///
  /// With a key without transactions, the value is changed with ``withLock(_:fileID:filePath:line:column:)`` and
  /// saved. For a field, the whole value is stored. With remote storage (see ``AsyncTransactionalSharedKey``),
  /// earlier changes are stored first, within the same timeout. If they can't be stored, the error is thrown before
  /// the closure runs; if one is lost to a conflict, the next `save()` throws it. A canceled task stops before the
  /// next attempt.
  ///
  /// - Parameters:
  ///   - attempts: The maximum number of calls of the closure, if there are conflicts.
  ///   - timeout: The maximum total duration. Waiting blocks the thread, except with remote storage.
  ///   - isolation: The caller's actor; leave it out.
  ///   - operation: Changes the value. Must be repeatable.
  /// - Returns: The result of the last call of `operation`.
  /// - Throws: The error of `operation`, or the reason why nothing could be stored. The stored value is then
  ///   unchanged.
  @discardableResult
  public func withTransaction<Result>(
    attempts: Int = 16,
    timeout: Duration = .seconds(5),
    isolation: isolated (any Actor)? = #isolation,
    _ operation: (inout Value) throws -> Result,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async throws -> Result {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    if SharedTracking.assertion == nil {
      let request = RemoteRequest(attempts: attempts, timeout: timeout, location: location)
      if let result = try await reference.transactWithKey(request, isolation: isolation, operation) { return result }
    }
    let result = try storage.withLock(at: location, operation)
    if SharedTracking.assertion == nil { try await save() }
    return result
  }
}
