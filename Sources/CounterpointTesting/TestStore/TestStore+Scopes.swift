public import DependencyInjection

extension TestStore {
  /// Changes ``exhaustivity`` for the duration of an operation.
  ///
  /// - Parameters:
  ///   - exhaustivity: The exhaustivity during the operation.
  ///   - operation: The operation.
  /// - Returns: The result of `operation`.
  @discardableResult
  public func withExhaustivity<Result, Failure: Error>(
    _ exhaustivity: Exhaustivity,
    operation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let outer = self.exhaustivity
    self.exhaustivity = exhaustivity
    defer { self.exhaustivity = outer }
    return try operation()
  }

  /// Changes ``exhaustivity`` for the duration of an asynchronous operation.
  ///
  /// - Parameters:
  ///   - exhaustivity: The exhaustivity during the operation.
  ///   - operation: The operation.
  /// - Returns: The result of `operation`.
  @discardableResult
  public nonisolated(nonsending) func withExhaustivity<Result, Failure: Error>(
    _ exhaustivity: Exhaustivity,
    operation: nonisolated(nonsending) () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let outer = self.exhaustivity
    self.exhaustivity = exhaustivity
    defer { self.exhaustivity = outer }
    return try await operation()
  }

  /// Changes ``dependencies`` for the duration of an operation.
  ///
  /// - Parameters:
  ///   - update: Sets dependencies.
  ///   - operation: The operation.
  /// - Returns: The result of `operation`.
  @discardableResult
  public func withDependencies<Result>(
    _ update: (_ values: inout DependencyValues) throws -> Void,
    operation: () throws -> Result
  ) rethrows -> Result {
    let outer = dependencies
    defer { dependencies = outer }
    try update(&dependencies)
    return try operation()
  }

  /// Changes ``dependencies`` for the duration of an asynchronous operation.
  ///
  /// - Parameters:
  ///   - update: Sets dependencies.
  ///   - operation: The operation.
  /// - Returns: The result of `operation`.
  @discardableResult
  public nonisolated(nonsending) func withDependencies<Result>(
    _ update: (_ values: inout DependencyValues) throws -> Void,
    operation: nonisolated(nonsending) () async throws -> Result
  ) async rethrows -> Result {
    let outer = dependencies
    defer { dependencies = outer }
    try update(&dependencies)
    return try await operation()
  }
}
