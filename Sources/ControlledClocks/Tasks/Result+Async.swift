extension Result {
  /// Creates a result from the value that an asynchronous operation returns or the error that it throws.
  ///
  /// ```swift
  /// await send(.factResponse(Result { try await client.fetchFact() }))
  /// ```
  ///
  /// - Parameters:
  ///   - isolation: The actor on which the operation runs. Use the default, which is the caller's actor.
  ///   - operation: The operation whose value or error becomes the result.
  @inlinable
  public init(
    isolation: isolated (any Actor)? = #isolation,
    catching operation: () async throws(Failure) -> Success
  ) async {
    do throws(Failure) {
      self = .success(try await operation())
    } catch {
      self = .failure(error)
    }
  }
}
