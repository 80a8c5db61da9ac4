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

extension Trait where Self == TimeLimitTrait {
  /// The time limit of tests that wait, so that they fail instead of hanging. The limit is long, because all tests of
  /// a run begin at once and share the machine.
  static var ends: Self { .timeLimit(.minutes(60)) }
}
