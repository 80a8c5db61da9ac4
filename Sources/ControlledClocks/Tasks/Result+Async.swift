extension Result {
  /// What an asynchronous operation returns or throws, as a value.
  ///
  /// ```swift
  /// await send(.factResponse(Result { try await client.fetchFact() }))
  /// ```
  ///
  /// - Parameters:
  ///   - isolation: The caller's actor, which the operation runs on; leave it out.
  ///   - operation: Its value is the success, its error the failure.
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
