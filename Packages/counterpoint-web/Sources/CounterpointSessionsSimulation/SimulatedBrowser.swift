import CounterpointHTML
import CounterpointSessions
import CounterpointSessionsTestSupport
import CounterpointSimulation
@_spi(Internals) import CounterpointSupport
import Foundation

/// The requests of a browser on a simulated network.
struct SimulatedBrowser: VisitorTransport {
  let network: Network
  let proxy: String
  /// The address by which the servers know the browser.
  let address: String

  /// The time after which the script gives up a request without an answer.
  private static let patience = Duration.seconds(10)

  func respond(to request: WebRequest, silence limit: Duration) async throws -> VisitorResponse {
    var request = request
    request.remoteAddress = address
    var attempts = 0
    while true {
      try Task.checkCancellation()
      attempts += 1
      var delay = 0.0
      do {
        let response = try await answer(to: request, silence: limit)
        // The stream of a page has its own pauses.
        guard isTemporary(response.status), !isStream(request) else { return response }
        delay = min(60, response.header("retry-after").flatMap { Double($0) } ?? 0)
      } catch let error as NetworkError {
        if isStream(request) { throw error }
      }
      let backoff = Double.random(in: 0...1) * min(30, pow(2, Double(attempts - 1)))
      try await Task.sleep(for: .seconds(max(delay, backoff)))
    }
  }

  private func isStream(_ request: WebRequest) -> Bool { request.path.hasBytes(suffix: "/events") }

  private func isTemporary(_ status: Int) -> Bool { status == 408 || status == 429 || status >= 500 }

  /// Sends a request once.
  private func answer(to request: WebRequest, silence limit: Duration) async throws -> VisitorResponse {
    let connection = try await within(Self.patience) { try await network.connect(to: proxy, port: SiteMessage.port) }
    do {
      try connection.send(SiteMessage.request(request))
      let response = try await within(Self.patience) {
        for try await message in connection.messages {
          if case .response(let status, let headers, let body)? = message as? SiteMessage {
            return (status: status, headers: headers, body: body)
          }
        }
        throw NetworkError.reset
      }
      let body: VisitorResponse.Body
      switch response.body {
      case .text(let text): body = .text(text)
      case .file(let bytes): body = .file(bytes)
      case .events:
        body = .events(SimulatedEvents(connection, silence: limit))
        return VisitorResponse(status: response.status, headers: response.headers, body: body)
      }
      connection.close()
      return VisitorResponse(status: response.status, headers: response.headers, body: body)
    } catch {
      connection.close()
      throw error
    }
  }
}

/// A stream of events on a simulated connection, which is closed when nothing has arrived for a time.
private final class SimulatedEvents: VisitorEvents {
  private let connection: NetworkConnection
  private let lastArrival: Locked<ContinuousClock.Instant>
  private let timer: Task<Void, Never>

  init(_ connection: NetworkConnection, silence limit: Duration) {
    let lastArrival = Locked(ContinuousClock.now)
    self.connection = connection
    self.lastArrival = lastArrival
    timer = Task {
      while true {
        let end = lastArrival.withLock(\.self) + limit
        guard end > .now else { return connection.close() }
        guard (try? await Task.sleep(until: end)) != nil else { return }
      }
    }
  }

  deinit {
    timer.cancel()
    connection.close()
  }

  func chunks() -> any VisitorChunks { Chunks(stream: self, iterator: connection.messages.makeAsyncIterator()) }

  private struct Chunks: VisitorChunks {
    let stream: SimulatedEvents
    var iterator: AsyncThrowingStream<any Sendable, any Error>.AsyncIterator

    mutating func next(isolation actor: isolated (any Actor)?) async throws -> String? {
      while let message = try await iterator.next(isolation: actor) {
        stream.lastArrival.withLock { $0 = .now }
        if case SiteMessage.chunk(let text)? = message as? SiteMessage { return text }
      }
      return nil
    }
  }
}
