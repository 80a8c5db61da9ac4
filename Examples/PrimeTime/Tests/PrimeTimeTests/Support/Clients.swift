import PrimeTime

extension PrimeClient {
  /// Answers every request at once.
  static func answering(_ prime: Int) -> Self {
    Self { _, _ in prime }
  }

  /// Reports some progress, then waits until it is canceled.
  static func neverAnswering(progress: Double, then reported: @escaping @Sendable () -> Void) -> Self {
    Self { _, report in
      await report(progress)
      reported()
      try await suspendUntilCancelled()
      return 0
    }
  }

  /// Fails every request.
  static func failing(_ error: some Error) -> Self {
    Self { _, _ in throw error }
  }
}

/// Never returns; throws when the task is canceled.
private func suspendUntilCancelled() async throws {
  let (stream, _) = AsyncStream.makeStream(of: Never.self)
  for await _ in stream {}
  throw CancellationError()
}
