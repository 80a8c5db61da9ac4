extension TaskLocal {
  /// Runs an operation with a value, on the caller's actor.
  ///
  /// The standard library's `withValue` runs a closure of a `nonisolated(nonsending)` function off the actor.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - isolation: The caller's actor; leave it out.
  ///   - operation: Runs with the value.
  /// - Returns: The result of `operation`.
  /// - Throws: The error of `operation`.
  @_spi(Internals) public func bind<Result>(
    _ value: Value,
    isolation: isolated (any Actor)? = #isolation,
    _ operation: nonisolated(nonsending) () async throws -> Result
  ) async rethrows -> Result {
    // The closure is isolated, because it mentions the parameter.
    try await withValue(
      value,
      operation: {
        _ = isolation
        return try await operation()
      },
      isolation: isolation
    )
  }
}
