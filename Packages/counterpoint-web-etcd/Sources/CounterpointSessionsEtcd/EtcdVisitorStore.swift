public import CounterpointSessions
@_spi(Internals) import CounterpointSupport
public import Foundation
@_spi(Internals) public import StateSharingEtcd

/// A store of visitors in an etcd cluster, for a site with processes on several machines.
///
/// ```swift
/// let site = WebSite(app, key: key, visitors: EtcdVisitorStore(try .fromEnvironment()))
/// ```
///
/// Each instance is a node with a lease of the cluster, which its site renews. If the process or its machine ends, the
/// lease expires and other nodes take its visitors over. Each write is conditional on the node's ownership, so a
/// process that was paused can't overwrite what its successor has stored.
///
/// Safe to use from any thread.
public final class EtcdVisitorStore: VisitorStore {
  struct Owned {
    let revision: Int64
    let revoke: @Sendable () -> Void
    /// The modification revision of the snapshot that this node wrote or read last; 0 if there is none.
    var snapshot: Int64
  }

  struct State {
    var owned: [String: Owned] = [:]
    var waiting: [String: [Promise<Void>]] = [:]
    /// The leases whose release has failed, and whether the snapshot is to be removed.
    var unreleased: [VisitorLease: Bool] = [:]
    var isClosed = false
    var acquisitions = 0
    /// The revision of the last probe that the watch has delivered.
    var probed: Int64 = 0
  }

  let cluster: EtcdCluster
  let keys: VisitorKeys
  /// The name of the node in the cluster.
  let node: String
  let state = Locked(State())
  let leases: ProcessLeases

  /// Creates a store.
  ///
  /// - Parameters:
  ///   - cluster: The cluster. Its prefix begins all keys.
  ///   - prefix: The prefix of the site's keys, after the prefix of the cluster.
  ///   - leaseDuration: The time after which the visitors of a crashed process are taken over; at least 2 seconds. A
  ///     process that can't reach the cluster for as long ends its sessions.
  public init(_ cluster: EtcdCluster, prefix: String = "visitors/", leaseDuration: Duration = .seconds(10)) {
    self.cluster = cluster
    keys = VisitorKeys(prefix: cluster.prefix + prefix)
    node = UUID().uuidString
    leases = ProcessLeases(cluster.client, duration: max(leaseDuration, .seconds(2)), isTimed: cluster.clock != nil)
  }

  /// Acquires the lease of a visitor.
  ///
  /// - Throws: `VisitorStoreError.busy` if the owner has not released the visitor within eight seconds, or an
  ///   `EtcdError`.
  public func acquire(
    _ visitor: String,
    whenRevoked: @escaping @Sendable () -> Void
  ) async throws -> (lease: VisitorLease, snapshot: Data?) {
    let deadline = ContinuousClock.now + .seconds(8)
    let number = state.withLock { state in
      state.acquisitions += 1
      return state.acquisitions
    }
    let name = Data("\(node) \(number)".utf8)
    var expected: Int64 = 0
    while true {
      guard !state.withLock(\.isClosed) else { throw VisitorStoreError.closed }
      // Before the transaction, so that no release is missed.
      let promise = Promise<Void>()
      state.withLock { $0.waiting[visitor, default: []].append(promise) }
      let lease = try await leases.renewedLease()
      let transaction = EtcdTransaction(
        conditions: [.init(key: keys.owner(visitor), revision: expected)],
        success: [
          .putLeased(keys.owner(visitor), name, lease: lease), .get(keys.snapshot(visitor)),
          .delete(keys.wish(visitor)),
        ],
        failure: [.get(keys.owner(visitor)), .putLeased(keys.wish(visitor), name, lease: lease)]
      )
      let result: EtcdTransactionResult
      do {
        result = try await cluster.client.write(transaction)
      } catch let fault as EtcdFault where fault.isLeaseLost {
        leases.forget(lease)
        continue
      } catch {
        // The answer may be lost, so the owner is read.
        let read = EtcdTransaction(success: [.get(keys.owner(visitor)), .get(keys.snapshot(visitor))])
        let records = try await cluster.client.read(read, until: deadline).records
        guard let owner = records[0], owner.value == name else {
          guard !hasPassed(deadline) else { throw error }
          expected = 0
          continue
        }
        return own(visitor, owner.revision, records[1], whenRevoked)
      }
      if result.succeeded { return own(visitor, result.revision, result.records[1], whenRevoked) }
      let owner = result.records[0]
      let isOwn = owner.map { $0.value.starts(with: Data(node.utf8)) } ?? false
      if isOwn, state.withLock({ $0.owned[visitor] == nil }) {
        // This node gave the visitor up while the cluster could not be reached.
        expected = owner?.revision ?? 0
        continue
      }
      expected = 0
      guard owner != nil else { continue }
      guard !hasPassed(deadline) else { throw VisitorStoreError.busy }
      try await wait(promise)
    }
  }

  /// Returns whether a deadline has passed. In memory there is none.
  private func hasPassed(_ deadline: ContinuousClock.Instant) -> Bool {
    cluster.clock != nil && ContinuousClock.now >= deadline
  }

  private func own(
    _ visitor: String,
    _ revision: Int64,
    _ snapshot: EtcdRecord?,
    _ whenRevoked: @escaping @Sendable () -> Void
  ) -> (lease: VisitorLease, snapshot: Data?) {
    state.withLock { state in
      state.owned[visitor] = Owned(revision: revision, revoke: whenRevoked, snapshot: snapshot?.revision ?? 0)
    }
    return (VisitorLease(visitor: visitor, revision: revision), snapshot?.value)
  }

  /// Waits for the release of a visitor, at most a quarter of a second, because a watch can lose its connection.
  private func wait(_ promise: Promise<Void>) async throws {
    guard let clock = cluster.clock else { return try await promise.value }
    let timer = Task {
      try? await clock.sleep(for: .milliseconds(250))
      promise.resume(with: .success(()))
    }
    defer { timer.cancel() }
    try await promise.value
  }

  /// Returns whether a visitor has a snapshot or an owner.
  public func contains(_ visitor: String) async throws -> Bool {
    let read = EtcdTransaction(success: [.get(keys.owner(visitor)), .get(keys.snapshot(visitor))])
    return try await cluster.client.read(read, until: .now + .seconds(5)).records.contains { $0 != nil }
  }

  /// Returns whether a lease is valid.
  public func isHeld(_ lease: VisitorLease) -> Bool {
    leases.isValid && state.withLock { $0.owned[lease.visitor]?.revision == lease.revision }
  }

  /// Replaces the snapshot of a visitor. Repeats the write for up to five seconds if the cluster does not answer.
  public func write(_ snapshot: Data, under lease: VisitorLease, keepFor lifetime: Duration) async throws {
    let deadline = ContinuousClock.now + .seconds(5)
    let (owner, key) = (keys.owner(lease.visitor), keys.snapshot(lease.visitor))
    while true {
      let expiration = try await leases.expiration(after: lifetime)
      let known = state.withLock { state in
        state.owned[lease.visitor].flatMap { $0.revision == lease.revision ? $0.snapshot : nil }
      }
      guard let known, leases.isValid else { throw VisitorStoreError.leaseLost }
      // The second condition refuses a repetition that arrives after a later snapshot.
      let transaction = EtcdTransaction(
        conditions: [.init(key: owner, revision: lease.revision), .init(key: key, revision: known)],
        success: [.putLeased(key, snapshot, lease: expiration)],
        failure: [.get(owner), .get(key)]
      )
      do {
        let result = try await cluster.client.write(transaction)
        if result.succeeded { return note(result.revision, lease) }
        guard result.records[0]?.revision == lease.revision else {
          state.withLock { $0.owned[lease.visitor] = nil }
          throw VisitorStoreError.leaseLost
        }
        // A write of this node is stored whose answer was lost, or the snapshot has expired.
        note(result.records[1]?.revision ?? 0, lease)
        if result.records[1]?.value == snapshot { return }
      } catch let fault as EtcdFault where fault.isLeaseLost {
        guard ContinuousClock.now < deadline else { throw fault }
        await leases.forgetExpiration(expiration, after: lifetime)
      } catch let error as EtcdError {
        guard !Task.isCancelled, ContinuousClock.now < deadline, cluster.clock != nil else { throw error }
        try? await cluster.clock?.sleep(for: .milliseconds(.random(in: 20...100)))
      }
    }
  }

  private func note(_ revision: Int64, _ lease: VisitorLease) {
    state.withLock { state in
      if state.owned[lease.visitor]?.revision == lease.revision { state.owned[lease.visitor]?.snapshot = revision }
    }
  }

  /// Releases a lease, so that a waiting node gets the visitor. After an error, ``run()`` repeats the release.
  public func release(_ lease: VisitorLease, removesSnapshot: Bool) async throws {
    state.withLock { state in
      if state.owned[lease.visitor]?.revision == lease.revision { state.owned[lease.visitor] = nil }
    }
    do {
      try await delete(lease, removesSnapshot: removesSnapshot)
    } catch {
      do {
        try await delete(lease, removesSnapshot: removesSnapshot)
      } catch {
        state.withLock { $0.unreleased[lease] = removesSnapshot }
        throw error
      }
    }
  }

  /// Deletes the owner of a visitor. Idempotent, because no other lease has the revision.
  private func delete(_ lease: VisitorLease, removesSnapshot: Bool) async throws {
    let snapshot: [EtcdTransaction.Operation] = removesSnapshot ? [.delete(keys.snapshot(lease.visitor))] : []
    let transaction = EtcdTransaction(
      conditions: [.init(key: keys.owner(lease.visitor), revision: lease.revision)],
      success: [.delete(keys.owner(lease.visitor)), .delete(keys.wish(lease.visitor))] + snapshot
    )
    _ = try await cluster.client.write(transaction)
  }

  /// Repeats the releases that have failed. Otherwise no node could get these visitors until this process ends.
  func releaseAgain() async {
    let unreleased = state.withLock { state in
      // The order of a dictionary differs in each run.
      state.unreleased.sorted { ($0.key.visitor, $0.key.revision) < ($1.key.visitor, $1.key.revision) }
    }
    for (lease, removesSnapshot) in unreleased {
      guard (try? await delete(lease, removesSnapshot: removesSnapshot)) != nil else { continue }
      state.withLock { $0.unreleased[lease] = nil }
    }
  }

  /// Renews the lease of this node, and passes the requests of other nodes on, until the task is canceled.
  ///
  /// While the node has visitors, it writes a small key every four seconds to check that its watch delivers changes.
  public func run() async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { [self] in await leases.run(endsLapsed: true) { self.revokeAll() } }
      group.addTask { [self] in await watch() }
      if let clock = cluster.clock {
        group.addTask { [self] in
          while (try? await clock.sleep(for: .seconds(1))) != nil { await releaseAgain() }
        }
      }
      await group.waitForAll()
    }
  }

  /// Ends the lease of this node.
  public func close() async {
    state.withLock { state in
      state.isClosed = true
      state.owned = [:]
      state.unreleased = [:]
    }
    await leases.end()
  }
}

/// The keys of a site's visitors.
struct VisitorKeys: Sendable {
  let prefix: String

  /// The prefix of the keys that all nodes watch.
  var watched: Data { Data("\(prefix)leases/".utf8) }

  func owner(_ visitor: String) -> Data { Data("\(prefix)leases/\(visitor)/owner".utf8) }
  /// The key by which a node asks for a visitor.
  func wish(_ visitor: String) -> Data { Data("\(prefix)leases/\(visitor)/wish".utf8) }
  /// The key by which a node checks its watch.
  func probe(_ node: String) -> Data { Data("\(prefix)leases/\(node)".utf8) }
  func snapshot(_ visitor: String) -> Data { Data("\(prefix)snapshots/\(visitor)".utf8) }

  /// Returns the visitor of a watched key, and whether it is the owner's key.
  func visitor(of key: Data) -> (name: String, isOwner: Bool)? {
    let parts = String(decoding: key.dropFirst(watched.count), as: UTF8.self).split(separator: "/")
    guard key.starts(with: watched), parts.count == 2 else { return nil }
    return (String(parts[0]), parts[1] == "owner")
  }
}
