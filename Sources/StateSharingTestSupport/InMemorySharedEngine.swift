@_spi(Internals) import CounterpointSupport
public import Foundation
public import StateSharing

/// A simulation of remote storage in memory, for tests.
///
/// It provides the operations of an `AsyncTransactionalSharedKey`: reads, conditional writes, events, and the ids
/// of writes. A custom key calls it in place of the server. Values that need no custom key use `.engine(name,
/// engine)`.
///
/// It injects faults on request: conflicts, late and lost answers, broken connections. Nothing depends on time or
/// chance, so tests are deterministic.
///
/// ```swift
/// let engine = InMemorySharedEngine<Int>()
/// @Shared(.engine("count", engine)) var count = 0
/// engine.disconnect()
/// $count.withLock { $0 += 1 }        // shows at once
/// engine.connect()
/// try await $count.save()            // is stored
/// ```
///
/// Each name has a value of its own. Safe to use from any thread; subscribers are called on the writing thread.
public final class InMemorySharedEngine<Value: Sendable>: Sendable {
  struct Record: Sendable {
    var stored = SharedStored<Value>(value: nil, version: SharedVersion(0))
    var history: [Value?] = []
  }

  struct Intrusion: Sendable {
    let value: @Sendable (Value?) -> Value?
  }

  struct Contents: Sendable {
    var records: [String: Record] = [:]
    var followers: [Int: (name: String, subscriber: SharedSubscriber<Value>)] = [:]
    var lastFollower = 0

    var isConnected = true
    var intrusions: [Intrusion] = []
    var answersToLose = 0
    var requestsToLose = 0
    var holds: [SharedEngineHold] = []

    var areEventsHeld = false
    var heldEvents: [(name: String, stored: SharedStored<Value>)] = []
    var hasGap = false

    var reads = 0
    var commits = 0
    var conflicts = 0
  }

  let contents = Locked(Contents())
  let clock: (any Clock<Duration>)?
  private let rememberedWrites: Int

  /// Creates an empty engine.
  ///
  /// - Parameters:
  ///   - clock: The clock of the keys' pauses; without one there are none, see `AsyncTransactionalSharedKey/clock`.
  ///   - rememberedWrites: The number of write ids kept with each value.
  public init(clock: (any Clock<Duration>)? = nil, rememberedWrites: Int = 64) {
    self.clock = clock
    self.rememberedWrites = rememberedWrites
  }

  // MARK: For keys

  /// Reads the stored value, for a key's `begin`.
  ///
  /// - Parameter name: The value's name.
  /// - Returns: The stored value with its version and the ids of the last writes.
  /// - Throws: ``SharedEngineDisconnected``.
  public func read(_ name: String) async throws -> SharedStored<Value> {
    await pass(.read)
    return try contents.withLock { contents in
      guard contents.isConnected else { throw SharedEngineDisconnected() }
      contents.reads += 1
      return contents.records[name, default: Record()].stored
    }
  }

  /// Writes a value, if its version is still the given one, for a key's `commit`.
  ///
  /// - Parameters:
  ///   - value: The value, or `nil` to delete it.
  ///   - name: The value's name.
  ///   - version: The required version.
  ///   - writeID: The id of the write.
  /// - Returns: The new version, or the stored value of a conflict.
  /// - Throws: ``SharedEngineDisconnected``, which does not tell whether the value was written.
  public func write(
    _ value: Value?,
    to name: String,
    ifVersion version: SharedVersion,
    writeID: UUID
  ) async throws -> SharedCommit<Value> {
    await pass(.write)
    try contents.withLock { contents in
      guard contents.isConnected else { throw SharedEngineDisconnected() }
      guard contents.requestsToLose == 0 else {
        contents.requestsToLose -= 1
        throw SharedEngineDisconnected()
      }
    }
    let intrusion = contents.withLock { $0.intrusions.isEmpty ? nil : $0.intrusions.removeFirst() }
    if let intrusion { intrude(intrusion, in: name) }
    let commit = writeNow(value, to: name, ifVersion: version, writeID: writeID)
    await pass(.answer)
    try contents.withLock { contents in
      guard contents.isConnected else { throw SharedEngineDisconnected() }
      guard contents.answersToLose == 0 else {
        contents.answersToLose -= 1
        throw SharedEngineDisconnected()
      }
    }
    return commit
  }

  /// Subscribes to each change of a value, own changes included, for a key's `subscribe`.
  ///
  /// - Parameters:
  ///   - name: The value's name.
  ///   - subscriber: The subscriber.
  /// - Returns: The subscription.
  public func follow(_ name: String, _ subscriber: SharedSubscriber<Value>) -> SharedSubscription {
    let number = contents.withLock { contents in
      contents.lastFollower += 1
      contents.followers[contents.lastFollower] = (name, subscriber)
      return contents.lastFollower
    }
    return SharedSubscription { [contents] in
      // Released outside of the lock.
      _ = contents.withLock { $0.followers.removeValue(forKey: number) }
    }
  }

  // MARK: Inspection

  /// Returns the stored value of a name.
  public func stored(_ name: String) -> SharedStored<Value> {
    contents.withLock { $0.records[name, default: Record()].stored }
  }

  /// Returns all values that were stored under a name, in order; `nil` for deletions.
  public func history(_ name: String) -> [Value?] {
    contents.withLock { $0.records[name, default: Record()].history }
  }

  /// The number of reads.
  public var readCount: Int { contents.withLock(\.reads) }

  /// The number of successful writes.
  public var commitCount: Int { contents.withLock(\.commits) }

  /// The number of conflicts.
  public var conflictCount: Int { contents.withLock(\.conflicts) }

  // MARK: Writing

  /// Stores a value unconditionally, as another program would, and notifies subscribers.
  ///
  /// - Parameters:
  ///   - value: The value, or `nil` to delete it.
  ///   - name: The value's name.
  public func store(_ value: Value?, in name: String) {
    let stored = contents.withLock { put(value, in: name, writeID: UUID(), &$0) }
    notify(name, stored)
  }

  /// Stores a foreign value computed from the stored one. Repeated if another write comes first.
  private func intrude(_ intrusion: Intrusion, in name: String) {
    while true {
      let read = stored(name)
      // Without a lock, because it is the test's code.
      let value = intrusion.value(read.value)
      let stored = contents.withLock { contents -> SharedStored<Value>? in
        guard contents.records[name, default: Record()].stored.version == read.version else { return nil }
        return put(value, in: name, writeID: UUID(), &contents)
      }
      if let stored { return notify(name, stored) }
    }
  }

  private func writeNow(
    _ value: Value?,
    to name: String,
    ifVersion version: SharedVersion,
    writeID: UUID
  ) -> SharedCommit<Value> {
    let commit = contents.withLock { contents -> SharedCommit<Value> in
      let stored = contents.records[name, default: Record()].stored
      guard stored.version == version else {
        contents.conflicts += 1
        return .conflict(stored)
      }
      contents.commits += 1
      return .committed(put(value, in: name, writeID: writeID, &contents).version)
    }
    if case .committed(let version) = commit { notify(name, SharedStored(value: value, version: version)) }
    return commit
  }

  private func put(_ value: Value?, in name: String, writeID: UUID, _ contents: inout Contents) -> SharedStored<Value> {
    var record = contents.records[name, default: Record()]
    record.stored.value = value
    record.stored.version = SharedVersion(record.stored.version.number + 1)
    record.stored.writeIDs = Array(([writeID] + record.stored.writeIDs).prefix(rememberedWrites))
    record.history.append(value)
    contents.records[name] = record
    return record.stored
  }
}
