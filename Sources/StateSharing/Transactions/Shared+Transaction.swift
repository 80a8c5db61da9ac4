extension Shared {
  /// Changes the value as a transaction of its key, and throws if it could not be stored.
  ///
  /// With a key that has no transactions the value is changed with ``withLock(_:fileID:filePath:line:column:)``, and saved.
  /// Of a field, the whole is what is stored. Where the storage is elsewhere, see ``AsyncTransactionalSharedKey``, what was changed
  /// before is stored first, within the same time. That it can't be stored is thrown before the closure has run; that it was lost to
  /// another change is not, but by the next `save()`. A cancelled task stops before the next attempt.
  ///
  /// - Parameters:
  ///   - attempts: How often the closure may run, if others are faster.
  ///   - timeout: How long it may take in all. Waiting blocks the thread, unless the storage is elsewhere.
  ///   - isolation: The caller's actor; leave it out.
  ///   - operation: Changes the value. Must be repeatable.
  ///   - fileID: The place of this call, for issues.
  ///   - filePath: The place of this call, for issues.
  ///   - line: The place of this call, for issues.
  ///   - column: The place of this call, for issues.
  /// - Returns: What `operation` returned the last time.
  /// - Throws: What `operation` throws, and why nothing could be stored: what is stored is then as it was.
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
