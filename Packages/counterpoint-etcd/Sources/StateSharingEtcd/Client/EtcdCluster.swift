@_spi(Internals) import CounterpointSupport
public import DependencyInjection
public import Foundation

/// A cluster of etcd, on which programs on several machines share values.
///
/// ```swift
/// prepareDependencies {
///   $0.etcd = try! EtcdCluster(endpoints: ["https://10.0.0.1:2379", "https://10.0.0.2:2379"], prefix: "shop/")
/// }
///
/// @Shared(.etcd("votes")) var votes: [String: Int] = [:]
/// ```
///
/// It connects with the first request, asks the next member if one does not answer, and watches all keys with its
/// prefix over one connection. Safe to use from any thread.
public final class EtcdCluster: Sendable {
  /// The prefix of all keys in the cluster.
  public let prefix: String
  /// The cluster of a test, `nil` for a real one.
  public let memory: InMemoryEtcd?
  /// Sends the requests of the cluster's values, and of the visitors of a website.
  @_spi(Internals) public let client: EtcdClient
  let watch: EtcdWatch
  /// The clock of the pauses; `nil` in memory.
  @_spi(Internals) public let clock: (any Clock<Duration>)?
  private let endpoints: [String]
  /// The leases of values, by their durations, with the tasks that renew them.
  private let leases = Locked<[Duration: (leases: ProcessLeases, renewal: Task<Void, Never>?)]>([:])

  /// Creates a cluster.
  ///
  /// - Parameters:
  ///   - endpoints: The addresses of its members, such as `https://10.0.0.1:2379`. Without a scheme, `http` is meant.
  ///   - prefix: The beginning of the names of all keys, by default none.
  ///   - credentials: The user, if the cluster has users.
  ///   - security: The certificates for `https`.
  ///   - attemptTimeout: The time for a read at one member before the next one is asked, by default one second. A
  ///     write has half as much again.
  /// - Throws: ``EtcdError/invalidConfiguration(_:)`` if an endpoint is no address, or a certificate can't be read.
  public convenience init(
    endpoints: [String],
    prefix: String = "",
    credentials: EtcdCredentials? = nil,
    security: EtcdSecurity = EtcdSecurity(),
    attemptTimeout: Duration = .seconds(1)
  ) throws {
    self.init(
      try EtcdGateway(endpoints: endpoints, security: security),
      endpoints: endpoints,
      prefix: prefix,
      credentials: credentials,
      attemptTimeout: attemptTimeout,
      clock: ContinuousClock()
    )
  }

  package init(
    _ transport: any EtcdTransport,
    endpoints: [String],
    prefix: String,
    credentials: EtcdCredentials?,
    attemptTimeout: Duration,
    clock: (any Clock<Duration>)?
  ) {
    client = EtcdClient(transport, credentials: credentials, readLimit: attemptTimeout, clock: clock)
    watch = EtcdWatch(client, prefix: Data(prefix.utf8), clock: clock)
    memory = transport as? InMemoryEtcd
    self.prefix = prefix
    self.clock = clock
    self.endpoints = endpoints
  }

  /// Returns a cluster in memory, for tests. Two clusters with the same memory are two programs.
  ///
  /// - Parameters:
  ///   - memory: The memory.
  ///   - prefix: The beginning of the names of all keys.
  public static func inMemory(_ memory: InMemoryEtcd = InMemoryEtcd(), prefix: String = "") -> EtcdCluster {
    EtcdCluster(memory, endpoints: [], prefix: prefix, credentials: nil, attemptTimeout: .seconds(1), clock: nil)
  }

  /// Returns the cluster that the environment names, as `etcdctl` reads it.
  ///
  /// `ETCD_ENDPOINTS` or `ETCDCTL_ENDPOINTS` (with commas, by default `127.0.0.1:2379`), `ETCDCTL_CACERT`,
  /// `ETCDCTL_CERT`, `ETCDCTL_KEY`, `ETCDCTL_USER` (`name` or `name:password`), `ETCDCTL_PASSWORD`, and `ETCD_PREFIX`.
  ///
  /// - Parameter environment: The environment, by default that of the process.
  /// - Throws: ``EtcdError/invalidConfiguration(_:)``.
  public static func fromEnvironment(
    _ environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws -> EtcdCluster {
    let endpoints = environment["ETCD_ENDPOINTS"] ?? environment["ETCDCTL_ENDPOINTS"] ?? "127.0.0.1:2379"
    var credentials: EtcdCredentials?
    if let user = environment["ETCDCTL_USER"], !user.isEmpty {
      let parts = user.split(separator: ":", maxSplits: 1).map(String.init)
      let password = parts.count > 1 ? parts[1] : environment["ETCDCTL_PASSWORD"] ?? ""
      credentials = EtcdCredentials(user: parts[0], password: password)
    }
    return try EtcdCluster(
      endpoints: endpoints.split(separator: ",").map(String.init),
      prefix: environment["ETCD_PREFIX"] ?? "",
      credentials: credentials,
      security: EtcdSecurity(
        authorities: environment["ETCDCTL_CACERT"],
        certificate: environment["ETCDCTL_CERT"],
        key: environment["ETCDCTL_KEY"]
      )
    )
  }

  deinit {
    for (_, renewal) in leases.withLock(\.values) { renewal?.cancel() }
  }

  /// Deletes the values with a lease, and closes the connections. Values that are not stored yet stay in memory.
  public func close() async {
    let ended = leases.withLock { leases in
      defer { leases = [:] }
      return leases.sorted { $0.key < $1.key }.map(\.value)
    }
    for (leases, renewal) in ended {
      renewal?.cancel()
      await leases.end()
    }
    await client.close()
    watch.close()
  }

  /// Returns the leases of values that are deleted a time after this process has ended.
  func leases(of duration: Duration) -> ProcessLeases {
    leases.withLock { known in
      if let (leases, _) = known[duration] { return leases }
      let leases = ProcessLeases(client, duration: duration, isTimed: clock != nil)
      // In memory, a test ends them.
      let renewal = clock.map { _ in Task.detached { await leases.run {} } }
      known[duration] = (leases, renewal)
      return leases
    }
  }

  /// The identity of the cluster in keys: the same endpoints and prefix are the same storage.
  var identity: String {
    memory.map { "memory \(ObjectIdentifier($0)) \(ObjectIdentifier(self))" }
      ?? endpoints.sorted().joined(separator: ",")
  }
}

extension DependencyValues {
  /// The cluster of the keys `.etcd(…)` that name none. By default it is that of the environment, see
  /// ``EtcdCluster/fromEnvironment(_:)``, and in each test one in memory.
  public var etcd: EtcdCluster {
    get { self[EtcdClusterKey.self] }
    set { self[EtcdClusterKey.self] = newValue }
  }
}

private enum EtcdClusterKey: DependencyKey {
  static let liveValue: EtcdCluster = {
    do {
      return try .fromEnvironment()
    } catch {
      fatalError(
        """
        The etcd cluster of the environment can't be used: \(error) Correct the variables, or set \
        'prepareDependencies { $0.etcd = … }'.
        """
      )
    }
  }()

  static var testValue: EtcdCluster { .inMemory() }
}
