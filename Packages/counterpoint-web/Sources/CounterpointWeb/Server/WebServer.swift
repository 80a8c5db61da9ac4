public import CounterpointSessions
import Hummingbird
import HummingbirdCore
public import Logging
import NIOCore
import ServiceLifecycle
import UnixSignals

/// An HTTP/1.1 server on Hummingbird for a site.
///
/// ```swift
/// let server = WebServer(WebSite(app, hosts: ["localhost", "127.0.0.1"]), port: 8080)
/// try await server.run()
/// ```
///
/// Each request, each response and the shutdown have a deadline, and the number of connections is limited: see
/// ``WebServerOptions``. Use a reverse proxy in front of the server for HTTPS.
public struct WebServer<ViewState: Sendable, ViewAction: Codable & Sendable>: Sendable {
  private let site: WebSite<ViewState, ViewAction>
  private let host: String
  private let port: Int
  private let options: WebServerOptions
  private let logger: Logger

  /// Creates a server.
  ///
  /// - Parameters:
  ///   - site: The site that responds to requests.
  ///   - host: The address to listen on. Only this computer can reach the default.
  ///   - port: The port; 0 for any free port.
  ///   - options: The deadlines and limits.
  ///   - logger: Receives the server's own messages; silent by default. Events of the site go to its monitor, see
  ///     ``WebMonitor``.
  public init(
    _ site: WebSite<ViewState, ViewAction>,
    host: String = "127.0.0.1",
    port: Int = 8080,
    options: WebServerOptions = WebServerOptions(),
    logger: Logger? = nil
  ) {
    self.site = site.withCompressedAssets()
    self.host = host
    self.port = port
    self.options = options
    self.logger = logger ?? Logger(label: "counterpoint.web") { _ in SwiftLogNoOpLogHandler() }
  }

  /// Serves until the process receives SIGTERM or SIGINT, until a graceful shutdown of the enclosing `ServiceGroup`,
  /// or until the task is canceled.
  ///
  /// At the first signal, the readiness check fails, event streams end and tell pages to reconnect, and running
  /// responses finish. All connections are closed by force at ``WebServerOptions/shutdownDeadline``, at the second
  /// signal, and when the task is canceled. After the end of the server, signals have the actions that they had
  /// before.
  ///
  /// - Parameter didStart: Called with the port when the server accepts connections.
  /// - Throws: The error that prevents the server from listening.
  public func run(didStart: @escaping @Sendable (_ port: Int) -> Void = { _ in }) async throws {
    let actions = SignalActions()
    defer { actions.restore() }
    let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
    let (stops, stop) = AsyncStream.makeStream(of: Void.self)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for await _ in signals { stop.yield() }
      }
      group.addTask {
        try await withGracefulShutdownHandler {
          try await run(stops: stops, didStart: didStart)
        } onGracefulShutdown: {
          stop.yield()
        }
        stop.finish()
      }
      // The signals never end, so the server is the first task to end.
      _ = try await group.next()
      group.cancelAll()
    }
  }

  /// Serves until the stream yields an element, which stands for a signal.
  func run(
    stops: AsyncStream<Void>,
    readiness: Readiness = Readiness(),
    didStart: @escaping @Sendable (_ port: Int) -> Void
  ) async throws {
    let connections = options.connections ?? WebServerOptions.availableConnections()
    let registry = ConnectionRegistry(
      limit: connections,
      limitPerAddress: options.connectionsPerAddress ?? min(256, max(1, connections / 4)),
      trusted: options.trustedProxies
    )
    let services = ServiceGroup(
      configuration: ServiceGroupConfiguration(
        services: [application(registry, readiness, didStart)],
        logger: logger
      )
    )
    let shutdown = Shutdown(
      deadline: options.shutdownDeadline,
      drainDelay: options.drainDelay,
      readiness: readiness,
      sleep: { try await Task.sleep(for: $0) },
      close: { await services.triggerGracefulShutdown() },
      abort: { registry.abortAll() }
    )
    try await withTaskCancellationHandler {
      try await withThrowingTaskGroup(of: Bool.self) { group in
        group.addTask {
          try await services.run()
          return true
        }
        group.addTask {
          await shutdown.run(stops: stops)
          return false
        }
        for try await hasEnded in group where hasEnded { break }
        group.cancelAll()
      }
    } onCancel: {
      registry.abortAll()
    }
  }

  private func application(
    _ connections: ConnectionRegistry,
    _ readiness: Readiness,
    _ didStart: @escaping @Sendable (_ port: Int) -> Void
  ) -> some Service {
    Application(
      responder: Responder(site: site, options: options, readiness: readiness),
      server: HTTPServerBuilder { [site, options] responder in
        BoundedHTTPChannel(
          // An idle connection is closed. An open event stream is not idle, because its request is in progress.
          base: HTTP1Channel(
            responder: responder,
            configuration: HTTP1Channel.Configuration(
              idleTimeout: .seconds(60),
              httpDecoderConfiguration: .init(
                maxHeaderFieldSize: 8 << 10,
                maxHeaderListSize: 16 << 10,
                maxHeaderFieldCount: 100
              )
            )
          ),
          connections: connections,
          requestDeadline: TimeAmount(options.requestDeadline),
          limits: BodyLimits(
            size: site.limits.bodySize,
            sizeWithFiles: site.limits.uploads.requestSize,
            uploadRate: options.uploadRate
          ),
          isShuttingDown: { !readiness.isReady }
        )
      },
      configuration: ApplicationConfiguration(address: .hostname(host, port: port), backlog: 1024),
      services: [WebSiteService(site)],
      onServerRunning: { channel in didStart(channel.localAddress?.port ?? 0) },
      logger: logger
    )
  }
}
