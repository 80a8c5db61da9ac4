public import CounterpointSimulation
@_spi(Internals) import CounterpointSupport
import Foundation
@_spi(Internals) public import StateSharingEtcd

extension World {
  /// Starts a cluster of etcd.
  ///
  /// ```swift
  /// let etcd = world.etcd()
  /// let shop = world.machine("shop", dependencies: { $0.etcd = etcd.cluster() }) { … }
  /// world.faults = [.crash(etcd.machines), .partition(etcd.machines), .loseConnections(etcd.machines)]
  /// ```
  ///
  /// - Parameter members: The number of its members, on machines with the names `etcd1`, `etcd2` and so on.
  public func etcd(members: Int = 3) -> SimulatedEtcd { SimulatedEtcd(self, memberCount: members) }
}

/// A cluster of etcd whose members are machines of a simulation.
///
/// A member asks the others before it executes a request, and executes it once a majority has answered, also if the
/// client has given up meanwhile. Leases end by the time of the world. Data survive crashes, as etcd promises. How
/// members agree is not simulated: they have one memory.
public final class SimulatedEtcd: Sendable {
  enum Request: Sendable {
    /// From another member.
    case append
    case perform(EtcdTransaction)
    case watch(prefix: Data, from: Int64?)
    case grantLease(seconds: Int64)
    case keepLeaseAlive(Int64)
    case revokeLease(Int64)
  }

  enum Answer: Sendable {
    case appended
    case result(EtcdTransactionResult)
    case watched(EtcdWatchAnswer)
    case lease(Int64)
    case isAlive(Bool)
    case revoked
    case fault(EtcdFault)
  }

  private struct Lease {
    let seconds: Int64
    /// The time of the world at which it ends.
    var end: Duration
  }

  static let port = 2379
  /// The stored values, for stories.
  public let memory = InMemoryEtcd()
  private let names: [String]
  private let world: World
  private let leases = Locked<[Int64: Lease]>([:])
  private let started = Locked<[Machine]>([])
  private let clientCount = Locked(0)

  init(_ world: World, memberCount: Int) {
    self.world = world
    names = (1...memberCount).map { "etcd\($0)" }
    let machines = names.map { name in world.machine(name) { try await self.run(name) } }
    started.withLock { $0 = machines }
  }

  /// The machines of the members.
  public var machines: [Machine] { started.withLock(\.self) }

  /// Returns the cluster for a program of the simulation. Call it at each start of a program, as the closures of
  /// `machine` do, because two programs with one `EtcdCluster` would be one.
  ///
  /// - Parameter prefix: The beginning of the names of all keys.
  public func cluster(prefix: String = "") -> EtcdCluster { cluster(transport(), prefix: prefix) }

  /// Returns the cluster for a program, with a transport that a test has changed.
  package func cluster(_ transport: any EtcdTransport, prefix: String = "") -> EtcdCluster {
    let number = clientCount.withLock { count in
      count += 1
      return count
    }
    return EtcdCluster(
      transport,
      // Another identity for each program, because all programs have the memory of this process.
      endpoints: names + ["client \(number)"],
      prefix: prefix,
      credentials: nil,
      attemptTimeout: .seconds(1),
      clock: ContinuousClock()
    )
  }

  package func transport() -> SimulatedTransport { SimulatedTransport(network: world.network, members: names) }

  /// Whether the lease has not ended.
  package func hasLease(_ lease: Int64) -> Bool { leases.withLock { $0[lease] != nil } }

  // MARK: Members

  private func run(_ name: String) async throws {
    let connections = try world.network.listen(on: Self.port)
    try await withThrowingDiscardingTaskGroup { group in
      group.addTask { [self] in
        while true {
          try await Task.sleep(for: .milliseconds(100))
          try await endLeases()
        }
      }
      for await connection in connections {
        group.addTask { [self] in
          defer { connection.close() }
          do {
            for try await case let request as Request in connection.messages {
              try await answer(request, at: name, on: connection)
            }
          } catch is NetworkError {
            // The client has lost the connection as well, and asks again.
          }
        }
      }
    }
  }

  private func answer(_ request: Request, at name: String, on connection: NetworkConnection) async throws {
    switch request {
    case .append: try connection.send(Answer.appended)
    case .watch(let prefix, let revision): try await watch(prefix, from: revision, on: connection)
    default:
      let answer: Answer
      do {
        if !isLocal(request) { try await replicate(from: name) }
        answer = try await execute(request)
      } catch let fault as EtcdFault {
        answer = .fault(fault)
      }
      try connection.send(answer)
    }
  }

  /// Whether the member answers without the others.
  private func isLocal(_ request: Request) -> Bool {
    guard case .perform(let transaction) = request, transaction.conditions.isEmpty else { return false }
    return transaction.success.allSatisfy { if case .getLocally = $0 { true } else { false } }
  }

  private func execute(_ request: Request) async throws -> Answer {
    switch request {
    case .append, .watch: preconditionFailure("Answered elsewhere.")
    case .perform(let transaction):
      return .result(try await memory.perform(transaction, at: 0, token: nil, within: .zero))
    case .grantLease(let seconds):
      let lease = try await memory.grantLease(seconds: seconds, at: 0, token: nil, within: .zero)
      leases.withLock { $0[lease] = Lease(seconds: seconds, end: world.now + .seconds(seconds)) }
      return .lease(lease)
    case .keepLeaseAlive(let lease):
      return leases.withLock { leases in
        guard let seconds = leases[lease]?.seconds else { return .isAlive(false) }
        leases[lease]?.end = world.now + .seconds(seconds)
        return .isAlive(true)
      }
    case .revokeLease(let lease):
      try await end(lease)
      return .revoked
    }
  }

  private func endLeases() async throws {
    let ended = leases.withLock { leases in leases.filter { $0.value.end <= world.now }.keys.sorted() }
    for lease in ended { try await end(lease) }
  }

  private func end(_ lease: Int64) async throws {
    // In this order, because the member may crash in between, and another one then ends the lease again.
    try await memory.revokeLease(lease, at: 0, token: nil, within: .zero)
    leases.withLock { $0[lease] = nil }
  }

  /// Returns when a majority of the members has answered.
  ///
  /// - Throws: A fault after seven seconds, as etcd does.
  private func replicate(from name: String) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      defer { group.cancelAll() }
      for other in names where other != name {
        group.addTask { [self] in try await append(at: other) }
      }
      group.addTask {
        try await Task.sleep(for: .seconds(7))
        throw EtcdFault(code: 14, message: "etcdserver: request timed out")
      }
      for _ in 0..<names.count / 2 { try await group.next() }
    }
  }

  private func append(at other: String) async throws {
    while true {
      do {
        let connection = try await world.network.connect(to: other, port: Self.port)
        defer { connection.close() }
        try connection.send(Request.append)
        for try await _ in connection.messages { return }
      } catch is NetworkError {
        // Asks again.
      }
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  private func watch(_ prefix: Data, from revision: Int64?, on connection: NetworkConnection) async throws {
    let answers = memory.watch(prefix: prefix, from: revision, at: 0, token: nil)
    try await withThrowingTaskGroup(of: Void.self) { group in
      defer { group.cancelAll() }
      group.addTask {
        do {
          for try await answer in answers { try connection.send(Answer.watched(answer)) }
        } catch let fault as EtcdFault {
          try connection.send(Answer.fault(fault))
        }
      }
      // Ends when the client closes the connection.
      group.addTask { for try await _ in connection.messages {} }
      try await group.next()
    }
  }
}
