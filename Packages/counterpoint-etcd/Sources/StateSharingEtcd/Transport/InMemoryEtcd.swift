@_spi(Internals) import CounterpointSupport
public import Foundation

/// A cluster in memory, for tests: `EtcdCluster.inMemory()` has one.
///
/// It does what one healthy member does: transactions in one order, revisions, a history that can be compacted, and
/// watches. It loses answers and connections on request. Nothing depends on time. Safe to use from any thread.
public final class InMemoryEtcd: EtcdTransport {
  private struct Watcher {
    let number: Int
    let prefix: Data
    let continuation: AsyncThrowingStream<EtcdWatchAnswer, any Error>.Continuation
  }

  private struct State {
    var revision: Int64 = 1
    var records: [Data: EtcdRecord] = [:]
    var history: [EtcdEvent] = []
    var compacted: Int64 = 0
    /// In the order of their beginnings.
    var watchers: [Watcher] = []
    var lastWatcher = 0
    var isConnected = true
    /// The keys of each lease.
    var leases: [Int64: Set<Data>] = [:]
    var lastLease: Int64 = 0
    var answersToLose = 0
    var requestsToLose = 0
    /// Waits for a connection, so that a watch that fails is not begun again at once.
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Locked(State())

  /// Creates an empty cluster.
  public init() {}

  // MARK: For tests

  /// Returns the stored bytes of a key, `nil` if there is none.
  public func value(of key: String) -> Data? {
    state.withLock { $0.records[Data(key.utf8)]?.value }
  }

  /// Stores bytes under a key, as `etcdctl put` does.
  public func put(_ value: Data, in key: String) {
    _ = try? apply(EtcdTransaction(success: [.put(Data(key.utf8), value)]))
  }

  /// Deletes a key, as `etcdctl del` does.
  public func delete(_ key: String) {
    _ = try? apply(EtcdTransaction(success: [.delete(Data(key.utf8))]))
  }

  /// Loses the answers to the next writes: they are stored, but the writer gets an error. Reads get their answers.
  public func loseAnswers(_ count: Int = 1) {
    state.withLock { $0.answersToLose += count }
  }

  /// Loses the next writes: they are not stored, and the writer gets an error. Reads are not lost.
  public func loseRequests(_ count: Int = 1) {
    state.withLock { $0.requestsToLose += count }
  }

  /// Breaks all connections. Reads and writes fail until ``connect()``.
  public func disconnect() {
    let watchers = state.withLock { state in
      state.isConnected = false
      defer { state.watchers = [] }
      return state.watchers
    }
    for watcher in watchers { watcher.continuation.finish(throwing: unreachable) }
  }

  /// Lets the members be reached again.
  public func connect() {
    let waiting = state.withLock { state in
      state.isConnected = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Ends all leases, and deletes their keys: as after a time in which no program renewed them.
  public func expireLeases() {
    for lease in state.withLock({ $0.leases.keys.sorted() }) { end(lease) }
  }

  private func end(_ lease: Int64) {
    let keys = state.withLock { $0.leases.removeValue(forKey: lease) ?? [] }
    let sorted = keys.sorted { $0.lexicographicallyPrecedes($1) }
    _ = try? apply(EtcdTransaction(success: sorted.map { .delete($0) }))
  }

  /// Forgets the history up to now.
  public func compact() {
    state.withLock { state in
      state.compacted = state.revision
      state.history = []
    }
  }

  private var unreachable: EtcdFault { EtcdFault(code: 14, message: "The cluster in memory is disconnected.") }

  // MARK: EtcdTransport

  package var memberCount: Int { 1 }

  package func address(of member: Int) -> String { "memory" }

  /// Does nothing, because other programs may have the same memory. The client of a closed program asks nothing more.
  package func close() async {}

  package func authenticate(user: String, password: String, at member: Int, within limit: Duration)
    async throws
    -> String
  {
    "token of \(user)"
  }

  package func perform(
    _ transaction: EtcdTransaction,
    at member: Int,
    token: String?,
    within limit: Duration
  ) async throws -> EtcdTransactionResult {
    // A repeatable transaction loses nothing, because a read of an absent value stores a note of its absence. Otherwise
    // it would depend on the order of concurrent reads whether a read or a write loses its answer.
    let isWrite = !transaction.isRepeatable
    try state.withLock { state in
      guard state.isConnected else { throw unreachable }
      guard isWrite, state.requestsToLose > 0 else { return }
      state.requestsToLose -= 1
      throw unreachable
    }
    let result = try apply(transaction)
    try state.withLock { state in
      guard isWrite, state.answersToLose > 0 else { return }
      state.answersToLose -= 1
      throw unreachable
    }
    return result
  }

  package func grantLease(seconds: Int64, at member: Int, token: String?, within limit: Duration)
    async throws -> Int64
  {
    try state.withLock { state in
      guard state.isConnected else { throw unreachable }
      state.lastLease += 1
      state.leases[state.lastLease] = []
      return state.lastLease
    }
  }

  package func keepLeaseAlive(_ lease: Int64, at member: Int, token: String?, within limit: Duration)
    async throws
    -> Bool
  {
    try state.withLock { state in
      guard state.isConnected else { throw unreachable }
      return state.leases[lease] != nil
    }
  }

  package func revokeLease(_ lease: Int64, at member: Int, token: String?, within limit: Duration)
    async throws
  {
    guard state.withLock(\.isConnected) else { throw unreachable }
    end(lease)
  }

  package func watch(prefix: Data, from revision: Int64?, at member: Int, token: String?)
    -> AsyncThrowingStream<EtcdWatchAnswer, any Error>
  {
    AsyncThrowingStream { continuation in
      Task.detached { [self] in
        await connection()
        begin(prefix, from: revision, continuation)
      }
    }
  }

  private func connection() async {
    await withCheckedContinuation { continuation in
      let isConnected = state.withLock { state in
        if !state.isConnected { state.waiting.append(continuation) }
        return state.isConnected
      }
      if isConnected { continuation.resume() }
    }
  }

  private func begin(
    _ prefix: Data,
    from revision: Int64?,
    _ continuation: AsyncThrowingStream<EtcdWatchAnswer, any Error>.Continuation
  ) {
    let number = state.withLock { state -> Int? in
      guard state.isConnected else {
        continuation.finish(throwing: unreachable)
        return nil
      }
      // Within the lock, so that no event is before the beginning.
      continuation.yield(.began(revision: state.revision))
      if let revision {
        guard revision > state.compacted else {
          continuation.yield(.compacted(revision: state.compacted))
          continuation.finish(throwing: EtcdFault(code: 11, message: "compacted"))
          return nil
        }
        let events = state.history.filter { $0.revision >= revision && $0.key.starts(with: prefix) }
        if !events.isEmpty { continuation.yield(.events(events, revision: state.revision)) }
      }
      state.lastWatcher += 1
      state.watchers.append(Watcher(number: state.lastWatcher, prefix: prefix, continuation: continuation))
      return state.lastWatcher
    }
    guard let number else { return }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { $0.watchers.removeAll { $0.number == number } }
    }
  }

  /// Runs a transaction. Throws only if a key is empty, or is to be stored with a lease that has ended.
  private func apply(_ transaction: EtcdTransaction) throws -> EtcdTransactionResult {
    let keys = transaction.conditions.map(\.key) + (transaction.success + transaction.failure).map(\.key)
    if keys.contains(where: \.isEmpty) { throw EtcdFault(code: 3, message: "etcdserver: key is not provided") }
    return try state.withLock { state in
      let succeeded = transaction.conditions.allSatisfy { state.records[$0.key]?.revision ?? 0 == $0.revision }
      let operations = succeeded ? transaction.success : transaction.failure
      for case .putLeased(_, _, let lease) in operations where state.leases[lease] == nil {
        throw EtcdFault(code: 5, message: "etcdserver: requested lease not found")
      }
      let revision = state.revision + 1
      var events: [EtcdEvent] = []
      let records = operations.map { operation -> EtcdRecord? in
        switch operation {
        case .get(let key), .getLocally(let key):
          return state.records[key]
        case .put(let key, let value), .putLeased(let key, let value, _):
          for lease in state.leases.keys { state.leases[lease]?.remove(key) }
          if case .putLeased(_, _, let lease) = operation { state.leases[lease]?.insert(key) }
          state.records[key] = EtcdRecord(key: key, value: value, revision: revision)
          events.append(EtcdEvent(key: key, value: value, revision: revision))
        case .delete(let key):
          if state.records.removeValue(forKey: key) != nil {
            events.append(EtcdEvent(key: key, value: nil, revision: revision))
          }
        }
        return nil
      }
      if !events.isEmpty {
        state.revision = revision
        state.history += events
        for watcher in state.watchers {
          let events = events.filter { $0.key.starts(with: watcher.prefix) }
          if !events.isEmpty { watcher.continuation.yield(.events(events, revision: revision)) }
        }
      }
      return EtcdTransactionResult(revision: state.revision, succeeded: succeeded, records: records)
    }
  }
}

extension EtcdTransaction.Operation {
  fileprivate var key: Data {
    switch self {
    case .get(let key), .getLocally(let key), .put(let key, _), .putLeased(let key, _, _), .delete(let key): key
    }
  }
}
