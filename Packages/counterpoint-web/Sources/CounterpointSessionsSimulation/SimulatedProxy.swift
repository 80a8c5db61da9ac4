import CounterpointSessions
import CounterpointSimulation
@_spi(Internals) import CounterpointSupport

/// The program of a proxy: passes each request to a server, and the response back.
struct SimulatedProxy: Sendable {
  let servers: [String]
  let routing: SiteRouting
  private let requestCount = Locked(0)

  /// The time within which a server has to accept a connection.
  private static let patience = Duration.seconds(1)

  init(servers: [String], routing: SiteRouting) {
    self.servers = servers
    self.routing = routing
  }

  func run(on network: Network) async throws {
    for await connection in try network.listen(on: SiteMessage.port) {
      Task { await forward(connection, on: network) }
    }
  }

  private func forward(_ connection: NetworkConnection, on network: Network) async {
    defer { connection.close() }
    do {
      guard let request = try await connection.request() else { return }
      var attempts = routing == .repeating ? servers.count : 1
      while attempts > 0 {
        attempts -= 1
        guard let server = await connect(for: request, on: network) else {
          return try connection.send(SiteMessage.badGateway("No server can be reached."))
        }
        defer { server.close() }
        if try await pass(request, to: server, and: connection) { return }
      }
      try connection.send(SiteMessage.badGateway("The server has not answered."))
    } catch {
      // The client has given up.
    }
  }

  /// Passes a request to a server, and the response to the client.
  ///
  /// - Returns: Whether there was a response.
  private func pass(
    _ request: WebRequest,
    to server: NetworkConnection,
    and client: NetworkConnection
  ) async throws -> Bool {
    let closing = Task {
      do { for try await _ in client.messages {} } catch { /* The connection is lost. */  }
      server.close()
    }
    defer { closing.cancel() }
    var hasAnswered = false
    do {
      try server.send(SiteMessage.request(request))
      for try await case let message as SiteMessage in server.messages {
        hasAnswered = true
        try client.send(message)
      }
    } catch is NetworkError {
      // One of both connections is lost. A stream ends with it.
    }
    return hasAnswered
  }

  private func connect(for request: WebRequest, on network: Network) async -> NetworkConnection? {
    switch routing {
    case .sticky:
      let number = (request.remoteAddress ?? "").utf8.reduce(0) { $0 + Int($1) }
      return await connect(to: servers[number % servers.count], on: network)
    case .roundRobin, .repeating:
      for _ in servers {
        let number = requestCount.withLock { count in
          count += 1
          return count
        }
        if let server = await connect(to: servers[number % servers.count], on: network) { return server }
      }
      return nil
    }
  }

  private func connect(to server: String, on network: Network) async -> NetworkConnection? {
    try? await within(Self.patience) { try await network.connect(to: server, port: SiteMessage.port) }
  }
}

/// Runs an operation, and cancels it after a time.
///
/// - Throws: ``NetworkError/timedOut``, or the error of the operation.
func within<Result: Sendable>(
  _ limit: Duration,
  _ operation: @escaping @Sendable () async throws -> Result
) async throws -> Result {
  try await withThrowingTaskGroup(of: Result.self) { group in
    defer { group.cancelAll() }
    group.addTask { try await operation() }
    group.addTask {
      try await Task.sleep(for: limit)
      throw NetworkError.timedOut
    }
    guard let result = try await group.next() else { throw CancellationError() }
    return result
  }
}
