@_spi(Internals) import CounterpointSupport
public import Foundation

/// A store of visitors in memory, for tests and previews. Several nodes can share its contents.
///
/// ```swift
/// let store = InMemoryVisitorStore()
/// let first = WebSite(app, key: key, visitors: store)
/// let second = WebSite(app, key: key, visitors: store.node())
/// ```
public final class InMemoryVisitorStore: VisitorStore {
  private struct Owner: Sendable {
    let node: Int
    let revision: Int64
    let revoke: @Sendable () -> Void
  }

  private struct Visitor: Sendable {
    var snapshot: Data?
    var expires: ContinuousClock.Instant?
    var owner: Owner?
    var waiting: [Promise<Void>] = []
  }

  private struct Contents: Sendable {
    var visitors: [String: Visitor] = [:]
    var revision: Int64 = 0
    var nodes = 0
    /// The number of visitors at which expired snapshots are removed.
    var limit = 1024

    /// Ends the leases of a node.
    ///
    /// - Returns: The waiting acquisitions, to be resumed without the lock.
    mutating func end(of node: Int) -> [Promise<Void>] {
      var waiting: [Promise<Void>] = []
      for (name, visitor) in visitors where visitor.owner?.node == node {
        visitors[name]?.owner = nil
        visitors[name]?.waiting = []
        waiting += visitor.waiting
      }
      return waiting
    }

    mutating func removeExpired() {
      guard visitors.count > limit else { return }
      let now = ContinuousClock.now
      visitors = visitors.filter { $0.value.owner != nil || $0.value.expires.map { $0 > now } ?? false }
      limit = max(1024, 2 * visitors.count)
    }
  }

  private let contents: Locked<Contents>
  private let number: Int

  /// Creates an empty store, and its first node.
  public init() {
    contents = Locked(Contents())
    number = 0
  }

  private init(_ contents: Locked<Contents>) {
    self.contents = contents
    number = contents.withLock { contents in
      contents.nodes += 1
      return contents.nodes
    }
  }

  /// Returns another node with the same contents, for another site.
  public func node() -> InMemoryVisitorStore {
    InMemoryVisitorStore(contents)
  }

  /// The number of stored snapshots.
  public var snapshotCount: Int { contents.withLock { $0.visitors.values.count { $0.snapshot != nil } } }

  /// Ends the leases of this node without the knowledge of its site, as a crash or a long pause of the process does.
  public func loseLeases() {
    for promise in contents.withLock({ $0.end(of: number) }) { promise.resume(with: .success(())) }
  }

  /// Replaces all snapshots, as a deployment with another type of the state does.
  ///
  /// - Parameter change: Returns the new snapshot.
  public func replaceSnapshots(_ change: (Data) -> Data) {
    contents.withLock { contents in
      for (name, visitor) in contents.visitors { contents.visitors[name]?.snapshot = visitor.snapshot.map(change) }
    }
  }

  /// Acquires the lease of a visitor, and waits until its owner has released it.
  public func acquire(
    _ visitor: String,
    whenRevoked: @escaping @Sendable () -> Void
  ) async throws -> (lease: VisitorLease, snapshot: Data?) {
    enum Outcome {
      case acquired(VisitorLease, Data?)
      case wait(Promise<Void>, Owner)
    }
    while true {
      let outcome: Outcome = contents.withLock { contents in
        if let owner = contents.visitors[visitor]?.owner {
          let promise = Promise<Void>()
          contents.visitors[visitor]?.waiting.append(promise)
          return .wait(promise, owner)
        }
        contents.removeExpired()
        contents.revision += 1
        let revision = contents.revision
        contents.visitors[visitor, default: Visitor()].owner = Owner(
          node: number,
          revision: revision,
          revoke: whenRevoked
        )
        return .acquired(VisitorLease(visitor: visitor, revision: revision), contents.visitors[visitor]?.snapshot)
      }
      switch outcome {
      case .acquired(let lease, let snapshot): return (lease, snapshot)
      case .wait(let promise, let owner):
        owner.revoke()
        try await promise.value
      }
    }
  }

  /// Returns whether a visitor has a snapshot or an owner.
  public func contains(_ visitor: String) -> Bool {
    contents.withLock { $0.visitors[visitor].map { $0.snapshot != nil || $0.owner != nil } ?? false }
  }

  /// Returns whether a lease is valid.
  public func isHeld(_ lease: VisitorLease) -> Bool {
    contents.withLock { $0.visitors[lease.visitor]?.owner?.revision == lease.revision }
  }

  /// Replaces the snapshot of a visitor.
  public func write(_ snapshot: Data, under lease: VisitorLease, keepFor lifetime: Duration) throws {
    try contents.withLock { contents in
      guard contents.visitors[lease.visitor]?.owner?.revision == lease.revision else {
        throw VisitorStoreError.leaseLost
      }
      contents.visitors[lease.visitor]?.snapshot = snapshot
      contents.visitors[lease.visitor]?.expires = .now + lifetime
    }
  }

  /// Releases a lease.
  public func release(_ lease: VisitorLease, removesSnapshot: Bool) {
    let waiting = contents.withLock { contents -> [Promise<Void>] in
      guard let visitor = contents.visitors[lease.visitor], visitor.owner?.revision == lease.revision else { return [] }
      contents.visitors[lease.visitor]?.owner = nil
      contents.visitors[lease.visitor]?.waiting = []
      if removesSnapshot {
        contents.visitors[lease.visitor] = nil
      }
      return visitor.waiting
    }
    for promise in waiting { promise.resume(with: .success(())) }
  }

  /// Returns at once, because leases in memory don't expire.
  public func run() {}

  /// Ends all leases of this node.
  public func close() {
    loseLeases()
  }
}
