/// A one-time event for which a test waits, until its time limit cancels it.
public struct Signal: Sendable {
  private let stream: AsyncStream<Never>
  private let continuation: AsyncStream<Never>.Continuation

  /// Creates an event that has not happened.
  public init() {
    (stream, continuation) = AsyncStream.makeStream()
  }

  /// Ends all waits, now and later.
  public func send() {
    continuation.finish()
  }

  /// Waits for the event.
  public func wait() async {
    for await _ in stream {}
  }
}
