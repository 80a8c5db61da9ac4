import Testing

/// Something that happens once, for which a test waits: until its time limit at the longest, when it is cancelled.
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
  /// For tests that wait for something: should it never come, they fail and do not hang. After a long time, because all tests
  /// of a run begin at once and share the machine.
  static var ends: Self { .timeLimit(.minutes(10)) }
}
