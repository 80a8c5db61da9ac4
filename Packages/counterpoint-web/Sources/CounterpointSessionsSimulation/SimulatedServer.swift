import CounterpointSessions
import CounterpointSimulation
@_spi(Internals) import CounterpointSupport

/// The program of a server: accepts connections, and passes their requests to a site.
struct SimulatedServer<ViewState: Sendable, ViewAction: Codable & Sendable>: Sendable {
  let site: WebSite<ViewState, ViewAction>
  let replaceEvents: @Sendable (String) -> String?
  private let open = OpenResponses()

  /// The time within which the responses have to end when the server is asked to end.
  private static var patience: Duration { .seconds(5) }

  init(
    site: WebSite<ViewState, ViewAction>,
    replaceEvents: @escaping @Sendable (String) -> String?
  ) {
    self.site = site
    self.replaceEvents = replaceEvents
  }

  /// Serves until the task is canceled.
  func run(on network: Network) async throws {
    let connections = try network.listen(on: SiteMessage.port)
    let life = Task { await site.run() }
    for await connection in connections {
      // Not canceled with this task, because a server answers the requests that it has accepted.
      Task { await answer(connection) }
    }
    // This task is canceled already.
    await Task {
      await open.finish(within: Self.patience)
      life.cancel()
      await life.value
    }.value
  }

  private func answer(_ connection: NetworkConnection) async {
    let number = open.begin()
    defer { open.end(number) }
    defer { connection.close() }
    do {
      guard let request = try await connection.request() else { return }
      let response = await site.respond(to: request)
      func send(_ body: SiteMessage.Body) throws {
        try connection.send(SiteMessage.response(status: response.status, headers: response.headers, body))
      }
      switch response.body {
      case .text, .bytes: try send(.text(response.text))
      case .file(let bytes):
        var contents: [UInt8] = []
        for try await chunk in bytes { contents += chunk }
        try send(.file(contents))
      case .events(let stream):
        open.finish(number) { stream.finish() }
        try send(.events)
        // Ends the stream as soon as the connection is closed.
        let closing = Task {
          do { for try await _ in connection.messages {} } catch { /* The connection is lost. */  }
          stream.finish()
        }
        defer { closing.cancel() }
        for await chunk in stream {
          if let chunk = replaceEvents(chunk) { try connection.send(SiteMessage.chunk(chunk)) }
        }
      }
    } catch {
      // The client has lost the connection as well.
    }
  }
}

/// The responses of a server that have not ended.
private final class OpenResponses: Sendable {
  private struct Contents {
    var last = 0
    /// The functions that end the streams among the responses.
    var open: [Int: (@Sendable () -> Void)?] = [:]
    var isEnding = false
    var didEnd: AsyncStream<Void>.Continuation?
  }

  private let contents = Locked(Contents())

  func begin() -> Int {
    contents.withLock { contents in
      contents.last += 1
      contents.open[contents.last] = .some(nil)
      return contents.last
    }
  }

  /// Notes how the stream of a response is ended.
  func finish(_ number: Int, by finish: @escaping @Sendable () -> Void) {
    let isEnding = contents.withLock { contents in
      contents.open[number] = finish
      return contents.isEnding
    }
    if isEnding { finish() }
  }

  func end(_ number: Int) {
    let didEnd = contents.withLock { contents in
      contents.open[number] = nil
      return contents.open.isEmpty ? contents.didEnd : nil
    }
    didEnd?.finish()
  }

  /// Ends all streams, and waits until all responses have ended.
  func finish(within limit: Duration) async {
    let (ends, didEnd) = AsyncStream.makeStream(of: Void.self)
    let (streams, isEmpty) = contents.withLock { contents in
      contents.isEnding = true
      contents.didEnd = didEnd
      return (contents.open.sorted { $0.key < $1.key }.compactMap(\.value), contents.open.isEmpty)
    }
    for finish in streams { finish() }
    if isEmpty { return }
    let timer = Task {
      try? await Task.sleep(for: limit)
      didEnd.finish()
    }
    for await _ in ends {}
    timer.cancel()
  }
}
