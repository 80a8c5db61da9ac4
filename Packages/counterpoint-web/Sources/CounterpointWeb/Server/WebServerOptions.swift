#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(Darwin)
import Darwin
#endif

/// The deadlines and limits of a server.
///
/// The defaults suit a server that browsers reach directly or through a proxy on the same computer.
public struct WebServerOptions: Hashable, Sendable {
  /// The longest time from the first signal to the end of ``WebServer/run(didStart:)``. At the deadline, open
  /// connections are closed by force.
  public var shutdownDeadline: Duration
  /// The time between a failing readiness check and the end of accepting connections, as part of the shutdown.
  ///
  /// A load balancer that polls ``healthPath`` needs about two of its intervals.
  public var drainDelay: Duration
  /// The longest time for receiving a whole request, and the longest time without progress of a response.
  ///
  /// The time of a request starts with its first byte. The time of a connection's first request starts with the
  /// connection.
  public var requestDeadline: Duration
  /// The slowest rate at which a client may send files, in bytes per second; at least 1.
  ///
  /// Bytes beyond `WebLimits.bodySize` extend the ``requestDeadline`` of their request by the time that they take at
  /// this rate. So the maximum size of requests with files, divided by the rate, bounds the time of an upload.
  public var uploadRate: Int
  /// The maximum number of open connections; `nil` for ``availableConnections()``.
  public var connections: Int?
  /// The maximum number of open connections of one IPv4 address or one 64-bit IPv6 network.
  ///
  /// `nil` for 256, or for a quarter of all connections if that is less.
  public var connectionsPerAddress: Int?
  /// The path of the health checks, as in "/health"; `nil` for none.
  ///
  /// With "/health", `/health/live` responds with 200, and `/health/ready` responds with 503 after the shutdown has
  /// started.
  public var healthPath: String?
  /// The IP addresses of proxies in front of the server.
  ///
  /// The address of the client is the last entry of their header `X-Forwarded-For` that is not a trusted proxy. The
  /// limits per address apply to that address, and the proxies themselves have no limit per address.
  /// Each entry must be an IP address without a port.
  public var trustedProxies: Set<String> {
    didSet { trustedProxies = ClientAddress.canonical(trustedProxies) }
  }
  /// A secret without spaces, commas and semicolons that protects a server for one user; `nil` for none.
  ///
  /// All users of a computer can connect to its ports. With a token, a browser must open `/?token=` and the token once.
  /// Health checks need no token.
  public var accessToken: String?

  /// Creates options.
  ///
  /// - Parameters:
  ///   - shutdownDeadline: The longest time from the first signal to the end of the server.
  ///   - drainDelay: The time between a failing readiness check and the end of accepting connections.
  ///   - requestDeadline: The longest time for receiving a whole request, and for a response without progress.
  ///   - uploadRate: The slowest rate at which a client may send files, in bytes per second.
  ///   - connections: The maximum number of open connections; `nil` for ``availableConnections()``.
  ///   - connectionsPerAddress: The maximum number of open connections of one address; `nil` for 256 or a quarter of
  ///     all.
  ///   - healthPath: The path of the health checks; `nil` for none.
  ///   - trustedProxies: The IP addresses of proxies in front of the server.
  ///   - accessToken: A secret that browsers must know; `nil` for none.
  public init(
    shutdownDeadline: Duration = .seconds(10),
    drainDelay: Duration = .zero,
    requestDeadline: Duration = .seconds(10),
    uploadRate: Int = 16 << 10,
    connections: Int? = nil,
    connectionsPerAddress: Int? = nil,
    healthPath: String? = nil,
    trustedProxies: Set<String> = [],
    accessToken: String? = nil
  ) {
    self.shutdownDeadline = shutdownDeadline
    self.drainDelay = drainDelay
    self.requestDeadline = requestDeadline
    self.uploadRate = max(1, uploadRate)
    self.connections = connections
    self.connectionsPerAddress = connectionsPerAddress
    self.healthPath = healthPath
    self.trustedProxies = ClientAddress.canonical(trustedProxies)
    self.accessToken = accessToken
  }

  /// Raises the process's limit of file descriptors to its hard limit, and returns the number of connections that it
  /// allows.
  ///
  /// Some descriptors are reserved for files, for the event loops and for connections that are being refused.
  /// Idempotent. Can be called from any thread.
  public static func availableConnections() -> Int {
    connections(forDescriptors: raiseDescriptorLimit())
  }

  static func connections(forDescriptors descriptors: Int?) -> Int {
    guard let descriptors else { return 256 }
    return max(1, min(descriptors - min(descriptors / 2, 256), 20_000))
  }
}

/// Raises the limit of open file descriptors to the hard limit, and returns the limit; `nil` if it is unknown.
func raiseDescriptorLimit() -> Int? {
  #if os(Windows)
  return nil
  #else
  #if canImport(Glibc)
  let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #else
  let resource = RLIMIT_NOFILE
  #endif
  var limit = rlimit()
  guard unsafe getrlimit(resource, &limit) == 0 else { return nil }
  var raised = limit
  raised.rlim_cur = limit.rlim_max
  #if canImport(Darwin)
  // Darwin rejects a higher limit, even if the hard limit allows it.
  raised.rlim_cur = min(raised.rlim_cur, rlim_t(OPEN_MAX))
  #endif
  if raised.rlim_cur > limit.rlim_cur, unsafe setrlimit(resource, &raised) == 0 { limit = raised }
  return Int(clamping: limit.rlim_cur)
  #endif
}
