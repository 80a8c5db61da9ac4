import CounterpointTestSupport
import CounterpointSessions
import CounterpointWeb
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle
import Testing

/// Two sites in one application, beside its own routes.
@Suite(.ends) struct WebSiteMiddlewareTests {
  private struct PeerContext: RemoteAddressRequestContext {
    var coreContext: CoreRequestContextStorage
    let remoteAddress: SocketAddress?

    init(source: ApplicationRequestContextSource) {
      coreContext = CoreRequestContextStorage(source: source)
      remoteAddress = source.channel.remoteAddress
    }
  }

  /// Runs the application for the duration of a closure.
  private func run(
    shutdownDeadline: Duration = .seconds(3600),
    _ body: @escaping @Sendable (_ port: Int) async throws -> Void
  ) async throws {
    let router = Router(context: PeerContext.self)
    let (board, list) = (Count.site(path: "/boards/red"), Count.site(path: "/list"))
    router.add(middleware: WebSiteMiddleware(board, shutdownDeadline: shutdownDeadline))
    router.add(middleware: WebSiteMiddleware(list, shutdownDeadline: shutdownDeadline))
    router.get("/") { _, _ in "home" }
    let (ports, port) = AsyncStream.makeStream(of: Int.self)
    var application = Application(
      router: router,
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { port.yield($0.localAddress?.port ?? 0) }
    )
    application.addServices(WebSiteService(board), WebSiteService(list))
    let running = application
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await running.run() }
      group.addTask {
        for await port in ports {
          try await body(port)
          break
        }
      }
      _ = try await group.next()
      group.cancelAll()
      while let result = await group.nextResult() { _ = result }
    }
  }

  @Test func eachPathHasItsResponder() async throws {
    try await run { port in
      try await RawClient.connect(to: port) { client in
        #expect(await client.get("/").hasSuffix("home"))
        let board = await client.get("/boards/red")
        #expect(board.contains("<script src=\"/boards/red/counterpoint.js?v="))
        #expect(board.lowercased().contains("set-cookie: counterpoint-session-boards-red="))
        #expect(await client.get("/list").contains("data-base=\"/list\""))
        #expect(status(await client.get("/list/style.css")) == "HTTP/1.1 200 OK")
        for path in ["/boards", "/boards/redder", "/lists", "/style.css", "/list/nowhere", "/boards/red/../../list/x"] {
          #expect(status(await client.get(path)) == "HTTP/1.1 404 Not Found", "\(path)")
        }
      }
    }
  }

  @Test func eventsAreStreamed() async throws {
    try await run { port in
      try await RawClient.connect(to: port) { client in
        let cookie =
          await client.get("/list").lowercased().split(separator: "set-cookie: ").dropFirst().first
          .map { String($0.prefix { $0 != ";" }) } ?? ""
        await client.send("GET /list/events?since=0 HTTP/1.1\r\nHost: localhost\r\nCookie: \(cookie)\r\n\r\n")
        #expect(await client.read(until: "retry: 1000").hasPrefix("HTTP/1.1 200 OK"))
      }
    }
  }

  @Test func aRequestThatNeverArrivesDoesNotKeepTheApplication() async throws {
    let router = Router(context: PeerContext.self)
    let site = Count.site(path: "/list")
    router.add(middleware: WebSiteMiddleware(site, shutdownDeadline: .milliseconds(10)))
    let (ports, port) = AsyncStream.makeStream(of: Int.self)
    var application = Application(
      router: router,
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { port.yield($0.localAddress?.port ?? 0) }
    )
    application.addServices(WebSiteService(site))
    let services = ServiceGroup(
      configuration: ServiceGroupConfiguration(services: [application], logger: Logger(label: "test"))
    )
    async let end: Void = services.run()
    for await port in ports {
      try await RawClient.connect(to: port) { client in
        // The server has the first byte of the body when it answers the request before it.
        await client.send(
          "GET /list HTTP/1.1\r\nHost: localhost\r\n\r\n"
            + "POST /list/actions HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nabc"
        )
        #expect(await status(client.response()) == "HTTP/1.1 200 OK")
        await services.triggerGracefulShutdown()
        // The shutdown may come before the request is handled. Then its connection is closed at once.
        #expect(await ["HTTP/1.1 408 Request Timeout", ""].contains(status(client.readToEnd())))
      }
      break
    }
    try await end
  }
}
