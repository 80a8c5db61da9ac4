#if Web
/// The deadlines and limits of a server.
///
/// The defaults suit a server that browsers reach directly or through a proxy on the same computer.
public struct WebServerOptions: Hashable, Sendable {
  /// The longest time from the first signal to the end of ``WebServer/run(didStart:)``. Then open connections are
  /// closed by force.
  public var shutdownDeadline: Duration
  /// The time between a failing readiness check and the end of accepting connections, as part of the shutdown.
  ///
  /// A load balancer that polls ``healthPath`` needs about two of its intervals here.
  public var drainDelay: Duration
  /// The longest time that a client may take for a whole request, and the longest time that a response may make no
  /// progress.
  ///
  /// A request begins with its first byte. The first request of a connection begins with the connection.
  public var requestDeadline: Duration
  /// The limit of open connections; `nil` for ``availableConnections()``.
  public var connections: Int?
  /// The limit of open connections of one IPv4 address or IPv6 network of 64 bits.
  ///
  /// `nil` for 256, or for a quarter of all connections where that is less.
  public var connectionsPerAddress: Int?
  /// The path of the health checks, as in "/health"; `nil` for none.
  ///
  /// With "/health", `/health/live` answers 200, and `/health/ready` answers 503 from the beginning of the shutdown on.
  public var healthPath: String?
  /// The IP addresses of proxies in front of the server.
  ///
  /// The last entry of their header `X-Forwarded-For` counts as the address of the client. They have no limit per
  /// address.
  public var trustedProxies: Set<String>

  /// Creates options.
  ///
  /// - Parameters:
  ///   - shutdownDeadline: The longest time from the first signal to the end of the server.
  ///   - drainDelay: The time between a failing readiness check and the end of accepting connections.
  ///   - requestDeadline: The longest time for a whole request, and for a response that makes no progress.
  ///   - connections: The limit of open connections; `nil` for ``availableConnections()``.
  ///   - connectionsPerAddress: The limit of open connections of one address; `nil` for 256 or a quarter of all.
  ///   - healthPath: The path of the health checks; `nil` for none.
  ///   - trustedProxies: The IP addresses of proxies in front of the server.
  public init(
    shutdownDeadline: Duration = .seconds(10),
    drainDelay: Duration = .zero,
    requestDeadline: Duration = .seconds(10),
    connections: Int? = nil,
    connectionsPerAddress: Int? = nil,
    healthPath: String? = nil,
    trustedProxies: Set<String> = []
  ) {
    self.shutdownDeadline = shutdownDeadline
    self.drainDelay = drainDelay
    self.requestDeadline = requestDeadline
    self.connections = connections
    self.connectionsPerAddress = connectionsPerAddress
    self.healthPath = healthPath
    self.trustedProxies = trustedProxies
  }

  /// Raises the process's limit of file descriptors to its hard limit, and returns how many connections it allows.
  ///
  /// Some descriptors are left for files, for the event loops and for connections that are being refused. Idempotent,
  /// from any thread.
  public static func availableConnections() -> Int {
    connections(forDescriptors: raiseDescriptorLimit())
  }

  static func connections(forDescriptors descriptors: Int?) -> Int {
    guard let descriptors else { return 256 }
    return max(1, min(descriptors - min(descriptors / 2, 256), 20_000))
  }
}
#endif
