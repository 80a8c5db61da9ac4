import Testing

/// A one-time event for which a test waits, until its time limit cancels it.
struct Signal: Sendable {
  private let stream: AsyncStream<Never>
  private let continuation: AsyncStream<Never>.Continuation

  init() {
    (stream, continuation) = AsyncStream.makeStream()
  }

  func send() {
    continuation.finish()
  }

  func wait() async {
    for await _ in stream {}
  }
}
