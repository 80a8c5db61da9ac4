/// The body of a request while it arrives, in chunks.
///
/// The reader takes a chunk when it has finished with the last one, so the body is never in memory as a whole. A body
/// can be read once.
public struct RequestBytes: Sendable {
  private let forEachChunk: @Sendable (_ receive: ([UInt8]) async throws -> Void) async throws -> Void

  /// Creates a body.
  ///
  /// - Parameter forEachChunk: Calls the function with each chunk in order. Throws its error, or an error if the body
  ///   has ended early.
  public init(_ forEachChunk: @escaping @Sendable (_ receive: ([UInt8]) async throws -> Void) async throws -> Void) {
    self.forEachChunk = forEachChunk
  }

  /// Creates a body from its chunks, for tests.
  ///
  /// - Parameter chunks: The chunks.
  public init(_ chunks: some Sequence<[UInt8]> & Sendable) {
    self.init { receive in
      for chunk in chunks { try await receive(chunk) }
    }
  }

  /// Calls a function with each chunk in order.
  ///
  /// - Parameter receive: The function.
  /// - Throws: The error of the function, or an error if the body has ended early.
  func read(_ receive: ([UInt8]) async throws -> Void) async throws {
    try await forEachChunk(receive)
  }
}
