/// The response of a site: a value that servers write to the network and tests inspect.
public struct WebResponse: Sendable {
  /// The body of a response.
  public enum Body: Sendable {
    /// A text in UTF-8.
    case text(String)
    /// The content of an asset, which may be compressed: see the header `content-encoding`.
    case bytes([UInt8])
    /// The changes of a page, until the stream ends.
    case events(EventStream)
    /// The content of a file.
    case file(FileBytes)
  }

  /// The status, as in 200.
  public var status: Int
  /// The headers by their names in lower case.
  public var headers: [(name: String, value: String)]
  /// The body.
  public var body: Body

  init(status: Int = 200, type: String? = nil, headers: [(name: String, value: String)] = [], body: Body = .text("")) {
    self.status = status
    self.headers = headers
    if let type { self.headers.append(("content-type", type)) }
    // Disables MIME sniffing and caching by default.
    self.headers += [("x-content-type-options", "nosniff"), ("referrer-policy", "same-origin")]
    if !headers.contains(where: { $0.name == "cache-control" }) { self.headers.append(("cache-control", "no-store")) }
    self.body = body
  }

  /// Returns the value of a header.
  ///
  /// - Parameter name: The name of the header in lower case.
  public func header(_ name: String) -> String? {
    headers.first { $0.name == name }?.value
  }

  /// The text of the body; `nil` for a stream, for a file, and for bytes that are compressed or not UTF-8.
  public var text: String? {
    switch body {
    case .text(let text): text
    case .bytes(let bytes) where header("content-encoding") == nil: String(validating: bytes, as: UTF8.self)
    case .bytes, .events, .file: nil
    }
  }
}

/// The changes of a session's page as server-sent events.
///
/// The stream ends with its session or with the server. It can be iterated once. It is closed when the task is
/// canceled or the iterator is released.
public struct EventStream: AsyncSequence, Sendable {
  let wakeups: AsyncStream<Void>
  let revision: Int
  let events: @Sendable (_ since: Int) async -> (text: String, revision: Int)
  /// Ends the stream. It keeps nothing of the session.
  package let end: @Sendable () -> Void

  /// Ends the stream after the pending events, because the server is shutting down. Can be called from any thread.
  public func finish() {
    end()
  }

  /// Creates the iterator.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(wakeups: wakeups.makeAsyncIterator(), revision: revision, events: events)
  }

  /// An iterator of the chunks of the stream.
  public struct AsyncIterator: AsyncIteratorProtocol {
    var wakeups: AsyncStream<Void>.AsyncIterator
    var revision: Int
    let events: @Sendable (_ since: Int) async -> (text: String, revision: Int)
    var isFirst = true
    /// An event without a change. It shows the script that the connection works, and makes the server notice closed
    /// connections.
    static let heartbeat = "event: heartbeat\ndata:\n\n"

    /// Returns the next chunk: events, or a heartbeat if there is no change.
    public mutating func next() async -> String? {
      await next(isolation: nil)
    }

    /// Returns the next chunk: events, or a heartbeat if there is no change.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> String? {
      guard await wakeups.next(isolation: actor) != nil else { return nil }
      let update = await events(revision)
      revision = update.revision
      if isFirst {
        isFirst = false
        // The delay in milliseconds before a browser reconnects.
        return "retry: 1000\n\n" + update.text
      }
      return update.text.isEmpty ? Self.heartbeat : update.text
    }
  }
}

extension EventStream.AsyncIterator {
  /// Never fails.
  public typealias Failure = Never
}
