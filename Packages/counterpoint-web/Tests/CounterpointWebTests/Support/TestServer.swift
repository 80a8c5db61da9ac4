import CounterpointCore
import CounterpointHTML
import CounterpointSessions
import NIOCore

@testable import CounterpointWeb

/// A minimal program: a counter.
enum Count {
  struct State: Equatable, Sendable {
    var number = 0
  }

  enum Action: Codable, Equatable, Sendable {
    case add(Int)
  }

  static func site(styleSheet: String = "p { color: red }", path: String = "/") -> WebSite<State, Action> {
    WebSite(
      WebApp(
        title: "Count",
        styleSheet: styleSheet,
        viewStore: { actor in
          Store(initialState: State(), isolation: actor) {
            Reduce<State, Action> { state, action in
              switch action {
              case .add(let number): state.number += number
              }
              return .none
            }
          }
          .view
        },
        screen: { state in
          html { Element(.p) { "\(state.number)" } }
        }
      ),
      path: path,
      hosts: ["localhost"]
    )
  }
}

/// A server on a free port for the duration of a test.
struct TestServer: Sendable {
  let port: Int
  /// Tests turn it off to simulate the start of a shutdown.
  let readiness: Readiness
  private let stops: AsyncStream<Void>.Continuation

  /// Stops the server like a signal.
  func stop() { stops.yield() }

  ///
  /// - Parameters:
  ///   - options: The deadlines and limits.
  ///   - site: The site that it serves.
  ///   - waitsForEnd: Whether the server runs after the body until it ends by itself.
  ///   - body: The requests of the test.
  static func run(
    _ options: WebServerOptions = .patient,
    site: WebSite<Count.State, Count.Action> = Count.site(),
    waitsForEnd: Bool = false,
    _ body: @escaping @Sendable (TestServer) async throws -> Void
  ) async throws {
    try await run(options, serving: site, waitsForEnd: waitsForEnd, body)
  }

  /// Runs a server for another program.
  static func run<State: Sendable, Action: Codable & Sendable>(
    _ options: WebServerOptions = .patient,
    serving site: WebSite<State, Action>,
    waitsForEnd: Bool = false,
    _ body: @escaping @Sendable (TestServer) async throws -> Void
  ) async throws {
    let (stops, stop) = AsyncStream.makeStream(of: Void.self)
    let (ports, port) = AsyncStream.makeStream(of: Int.self)
    let readiness = Readiness()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        defer { port.finish() }
        try await WebServer(site, port: 0, options: options)
          .run(stops: stops, readiness: readiness) { port.yield($0) }
      }
      group.addTask {
        for await port in ports {
          try await body(TestServer(port: port, readiness: readiness, stops: stop))
          break
        }
      }
      // A client may still read after the end of the server.
      if waitsForEnd { return try await group.waitForAll() }
      _ = try await group.next()
      group.cancelAll()
      // A canceled server may throw a cancellation error.
      while let result = await group.nextResult() { _ = result }
    }
  }
}

extension WebServerOptions {
  /// Deadlines that no test reaches.
  static let patient = Self(shutdownDeadline: .seconds(3600), requestDeadline: .seconds(3600))

  func with<Value>(_ keyPath: WritableKeyPath<Self, Value>, _ value: Value) -> Self {
    var options = self
    options[keyPath: keyPath] = value
    return options
  }
}
