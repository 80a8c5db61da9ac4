@_spi(Internals) import CounterpointSupport
import CounterpointSimulation
import Foundation
import StateSharing
@_spi(Internals) import StateSharingEtcd
import StateSharingEtcdSimulation

/// A number, and the increments of which it is the sum.
struct Count: Codable, Equatable, Sendable {
  var total = 0
  var increments: [Int] = []

  mutating func add(_ increment: Int) {
    total += 1
    increments.append(increment)
  }

  static func merge(base: Count?, mine: Count, theirs: Count?) -> Count {
    let known = Set(theirs?.increments ?? [])
    var merged = theirs ?? Count()
    for increment in mine.increments where !known.contains(increment) { merged.add(increment) }
    return merged
  }
}

/// The increments that programs know to be stored.
final class Increments: Sendable {
  private struct Contents: Sendable {
    var last = 0
    var acknowledged: [Int] = []
    var refused: [Int] = []
    /// The increments that mean the same: the repetition, and what it repeats.
    var repetitions: [Int: Int] = [:]
    /// Whether programs make no more increments.
    var areOver = false
    /// The number that each program shows.
    var shown: [String: Count] = [:]
  }

  private let contents = Locked(Contents())

  /// A number that nothing else in the world has.
  func next() -> Int {
    contents.withLock { contents in
      contents.last += 1
      return contents.last
    }
  }

  func acknowledge(_ increment: Int) { contents.withLock { $0.acknowledged.append(increment) } }

  /// Notes that a program knows an increment not to be stored.
  func refuse(_ increment: Int) { contents.withLock { $0.refused.append(increment) } }

  /// Notes that a program makes an increment again with another number.
  func note(_ repetition: Int, repeats increment: Int) {
    contents.withLock { $0.repetitions[repetition] = $0.repetitions[increment] ?? increment }
  }

  /// Lets programs make no more increments.
  func end() { contents.withLock { $0.areOver = true } }

  var areOver: Bool { contents.withLock(\.areOver) }

  /// Notes the number that a program shows.
  func show(_ count: Count, in program: String) { contents.withLock { $0.shown[program] = count } }

  /// Whether each program shows the stored number.
  func areShown(as stored: Data?) throws -> Bool {
    let count = try stored.map { try JSONDecoder().decode(Count.self, from: $0) } ?? Count()
    return contents.withLock { $0.shown.values.allSatisfy { $0 == count } }
  }

  var acknowledgedCount: Int { contents.withLock(\.acknowledged.count) }

  /// Returns a text about an acknowledged increment that is lost, or one that is counted twice; `nil` if there is none.
  func damage(in stored: Data?) throws -> String? {
    let count = try stored.map { try JSONDecoder().decode(Count.self, from: $0) } ?? Count()
    if count.total != count.increments.count { return "the number is \(count.total), and not the sum" }
    let contents = contents.withLock(\.self)
    func meant(_ increment: Int) -> Int { contents.repetitions[increment] ?? increment }
    let counts = Dictionary(count.increments.map { (meant($0), 1) }, uniquingKeysWith: +)
    if let lost = contents.acknowledged.first(where: { counts[meant($0)] == nil }) {
      return "the acknowledged increment \(lost) is lost"
    }
    if let stored = contents.refused.first(where: { counts[$0] != nil }) {
      return "the increment \(stored) is stored, and its program was told that it is not"
    }
    return counts.filter { $0.value > 1 }.keys.min().map { "the increment \($0) is counted \(counts[$0]!) times" }
  }
}

/// A program that increments a number in a simulated cluster.
struct Incrementing: Sendable {
  enum Mode: Sendable, CaseIterable {
    /// A transaction for each increment.
    case transaction
    /// A change in memory, which is stored in the background.
    case change
    /// A transaction that is repeated until its outcome is known.
    case repeatedTransaction
    /// Under a lock that ends with a lease.
    case lock
  }

  let etcd: SimulatedEtcd
  let increments: Increments
  let mode: Mode
  var fault: PlantedFault?
  /// The pause between two increments.
  var pause = Duration.milliseconds(100)
  /// Called with the damage that a program notices.
  var report: @Sendable (String) -> Void = { _ in }

  /// Runs until the task is canceled.
  func run(_ name: String) async throws {
    let cluster = cluster()
    if mode == .lock { return try await incrementUnderLock(cluster) }
    let count = count(in: cluster)
    while true {
      if !increments.areOver { try await increment(count) }
      increments.show(count.wrappedValue, in: name)
      try await Task.sleep(for: pause)
    }
  }

  /// Shows the number, without increments.
  func observe(_ name: String) async throws {
    let count = count(in: cluster())
    while true {
      increments.show(count.wrappedValue, in: name)
      try await Task.sleep(for: .milliseconds(100))
    }
  }

  /// Shows the number by a watch of its own, which goes on where it was when its connection is lost.
  func follow(_ name: String) async throws {
    let transport = etcd.transport()
    let key = Data("count".utf8)
    func show(_ value: Data?) throws {
      increments.show(try value.map { try JSONDecoder().decode(Count.self, from: $0) } ?? Count(), in: name)
    }
    // The revision up to which the changes are known; `nil` if the value has to be read.
    var known: Int64?
    for attempt in 0... {
      let member = attempt % transport.memberCount
      do {
        if known == nil {
          let get = EtcdTransaction(success: [.get(key)])
          let read = try await transport.perform(get, at: member, token: nil, within: .seconds(1))
          try show(read.records[0]?.value)
          known = read.revision
        }
        for try await answer in transport.watch(prefix: key, from: known.map { $0 + 1 }, at: member, token: nil) {
          switch answer {
          case .began: break
          case .events(let events, let revision):
            for event in events where event.key == key { try show(event.value) }
            known = revision
          case .compacted(let revision):
            known = fault == .watchHasAGap ? revision : nil
          }
        }
      } catch is NetworkError {
        // The next member is asked.
      } catch is EtcdFault {
        // The watch has ended with the history.
      }
      try await Task.sleep(for: .milliseconds(200))
    }
  }

  private func count(in cluster: EtcdCluster) -> Shared<Count> {
    Shared(wrappedValue: Count(), .etcd("count", cluster: cluster, resolve: Count.merge))
  }

  private func cluster() -> EtcdCluster { etcd.cluster(PlantedTransport(base: etcd.transport(), fault: fault)) }

  private func increment(_ count: Shared<Count>) async throws {
    let increment = increments.next()
    switch mode {
    case .transaction:
      do {
        try await count.withTransaction { $0.add(increment) }
        increments.acknowledge(increment)
      } catch SharedStorageError.unknownOutcome {
        // It may be stored, also later.
      } catch let error where !(error is CancellationError) {
        increments.refuse(increment)
      }
    case .change:
      count.withLock { $0.add(increment) }
      do {
        try await count.save()
        increments.acknowledge(increment)
      } catch let error where !(error is CancellationError) {
        // Not stored yet.
      }
    case .repeatedTransaction:
      try await incrementRepeatedly(increment, count)
    case .lock:
      preconditionFailure("Made without a shared value.")
    }
  }

  private func incrementRepeatedly(_ first: Int, _ count: Shared<Count>) async throws {
    var increment = first
    while true {
      do {
        try await count.withTransaction(attempts: 1) { count in
          if !count.increments.contains(increment) { count.add(increment) }
        }
        return increments.acknowledge(increment)
      } catch let error where !(error is CancellationError) {
        try await Task.sleep(for: .milliseconds(100))
      }
      if fault == .retryHasNoID {
        let next = increments.next()
        increments.note(next, repeats: increment)
        increment = next
      }
    }
  }

  // MARK: A lock

  private static let lock = Data("lock".utf8)
  private static let count = Data("count".utf8)

  private func incrementUnderLock(_ cluster: EtcdCluster) async throws {
    let leases = ProcessLeases(cluster.client, duration: .seconds(2), isTimed: true)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await leases.run {} }
      group.addTask {
        while true {
          do {
            try await increment(leases, cluster.client)
          } catch let error where !(error is CancellationError) {
            // The lock may be taken. It ends with the lease.
            await leases.end()
          }
          try await Task.sleep(for: .milliseconds(100))
        }
      }
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  /// Takes the lock, increments the number, and releases the lock.
  private func increment(_ leases: ProcessLeases, _ client: EtcdClient) async throws {
    let lease = try await leases.renewedLease()
    if leases.isValid, !etcd.hasLease(lease) { report("an ended lease counts as valid") }
    let locking = EtcdTransaction(
      conditions: [EtcdTransaction.Condition(key: Self.lock, revision: 0)],
      success: [.putLeased(Self.lock, Data(), lease: lease)]
    )
    let locked: EtcdTransactionResult
    do {
      locked = try await client.write(locking)
    } catch let fault as EtcdFault where fault.isLeaseLost {
      return leases.forget(lease)
    }
    guard locked.succeeded else { return }
    let isLocked = EtcdTransaction.Condition(key: Self.lock, revision: locked.revision)
    let read = try await client.read(EtcdTransaction(success: [.get(Self.count)]), until: .now + .seconds(5))
    var count = try read.records[0].map { try JSONDecoder().decode(Count.self, from: $0.value) } ?? Count()
    let increment = increments.next()
    count.add(increment)
    let written = try await client.write(
      EtcdTransaction(
        conditions: fault == .leaseIsNotChecked ? [] : [isLocked],
        success: [.put(Self.count, try JSONEncoder().encode(count))]
      )
    )
    if written.succeeded { increments.acknowledge(increment) }
    _ = try await client.write(EtcdTransaction(conditions: [isLocked], success: [.delete(Self.lock)]))
  }
}
