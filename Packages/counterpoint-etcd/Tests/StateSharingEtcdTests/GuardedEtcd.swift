@_spi(Internals) import CounterpointSupport
import Foundation
@_spi(Internals) import StateSharingEtcd

/// A cluster in memory that refuses requests, as etcd does if it has users.
struct GuardedEtcd: EtcdTransport {
  let memory: InMemoryEtcd
  /// Throws the fault of a transaction.
  var checkTransaction: @Sendable (EtcdTransaction) throws -> Void = { _ in }
  /// Throws the fault of a watch.
  var checkWatch: @Sendable (_ token: String?) throws -> Void = { _ in }
  private let tokens = Locked(0)

  init(_ memory: InMemoryEtcd) { self.memory = memory }

  /// Returns a program on the cluster.
  func program(credentials: EtcdCredentials? = nil) -> EtcdCluster {
    EtcdCluster(
      self,
      endpoints: [UUID().uuidString],
      prefix: "",
      credentials: credentials,
      attemptTimeout: .seconds(1),
      clock: nil
    )
  }

  var memberCount: Int { 1 }

  func address(of member: Int) -> String { "guarded" }

  func perform(
    _ transaction: EtcdTransaction,
    at member: Int,
    token: String?,
    within limit: Duration
  ) async throws -> EtcdTransactionResult {
    try checkTransaction(transaction)
    return try await memory.perform(transaction, at: member, token: token, within: limit)
  }

  func watch(
    prefix: Data,
    from revision: Int64?,
    at member: Int,
    token: String?
  ) -> AsyncThrowingStream<EtcdWatchAnswer, any Error> {
    do {
      try checkWatch(token)
      return memory.watch(prefix: prefix, from: revision, at: member, token: token)
    } catch {
      return AsyncThrowingStream { $0.finish(throwing: error) }
    }
  }

  /// Returns the number of the login.
  func authenticate(user: String, password: String, at member: Int, within limit: Duration) async throws -> String {
    tokens.withLock { count in
      count += 1
      return "\(count)"
    }
  }

  func grantLease(seconds: Int64, at member: Int, token: String?, within limit: Duration) async throws -> Int64 {
    try await memory.grantLease(seconds: seconds, at: member, token: token, within: limit)
  }

  func keepLeaseAlive(_ lease: Int64, at member: Int, token: String?, within limit: Duration) async throws -> Bool {
    try await memory.keepLeaseAlive(lease, at: member, token: token, within: limit)
  }

  func revokeLease(_ lease: Int64, at member: Int, token: String?, within limit: Duration) async throws {
    try await memory.revokeLease(lease, at: member, token: token, within: limit)
  }

  func close() async {}
}
