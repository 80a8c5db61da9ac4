/// The changes of a visitor's page as server-sent events: pieces of text for the wire.
///
/// It ends when the visitor is forgotten or the server ends. Iterate it once; when the task is canceled or the
/// iterator is gone, the visitor counts as gone.
public struct EventStream: AsyncSequence, Sendable {
  let wakeups: AsyncStream<Void>
  let revision: Int
  let events: @Sendable (_ since: Int) async -> (text: String, revision: Int)
  let end: @Sendable () -> Void

  /// Ends the stream after the pending events, because the server is shutting down. From any thread.
  public func finish() {
    end()
  }

  /// Begins.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(wakeups: wakeups.makeAsyncIterator(), revision: revision, events: events)
  }

  /// Goes over the pieces.
  public struct AsyncIterator: AsyncIteratorProtocol {
    var wakeups: AsyncStream<Void>.AsyncIterator
    var revision: Int
    let events: @Sendable (_ since: Int) async -> (text: String, revision: Int)
    var isFirst = true
    /// An event without a change: it shows the script that the connection works, and the server whether the browser
    /// is there.
    static let heartbeat = "event: heartbeat\ndata:\n\n"

    /// The next piece: events, which may be a heartbeat only.
    public mutating func next() async -> String? {
      await next(isolation: nil)
    }

    /// The next piece: events, which may be a heartbeat only.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> String? {
      guard await wakeups.next(isolation: actor) != nil else { return nil }
      let news = await events(revision)
      revision = news.revision
      if isFirst {
        isFirst = false
        // How long a browser waits until it comes back, in milliseconds.
        return "retry: 1000\n\n" + news.text
      }
      return news.text.isEmpty ? Self.heartbeat : news.text
    }
  }
}

extension EventStream.AsyncIterator {
  /// Never fails.
  public typealias Failure = Never
}
