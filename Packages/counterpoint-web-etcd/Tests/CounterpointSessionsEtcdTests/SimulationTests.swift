import CounterpointSessions
import CounterpointSessionsEtcd
import CounterpointSimulation
import Foundation
import StateSharingEtcd
import StateSharingEtcdSimulation
import Synchronization
import Testing

/// Nodes of a site on the machines of a simulation.
@Suite struct SimulationTests {
  /// Runs a node that has a visitor until another node wants it.
  private static func keep(_ visitor: String, _ etcd: SimulatedEtcd) async throws {
    let store = EtcdVisitorStore(etcd.cluster())
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await store.run() }
      let (revoked, revoke) = AsyncStream.makeStream(of: Void.self)
      let (lease, _) = try await store.acquire(visitor) { revoke.yield() }
      for await _ in revoked { break }
      try Task.checkCancellation()
      try await store.write(Data("state".utf8), under: lease, keepFor: .seconds(600))
      try await store.release(lease, removesSnapshot: false)
      try await group.waitForAll()
    }
  }

  /// The connection of a watch ends without a notice if its member loses its power.
  @Test func aVisitorMovesAfterMembersHaveLostTheirPower() async throws {
    try await simulate(seeds: 1...10) { world in
      let etcd = world.etcd()
      world.machine("first") { try await Self.keep("a", etcd) }
      await world.run(for: .seconds(5))
      // The watch is at one of them.
      for member in etcd.machines {
        member.crash()
        await world.run(for: .milliseconds(300))
        member.restart()
        await world.run(for: .seconds(3))
      }
      await world.run(for: .seconds(10))
      let snapshot = Atomic(0)
      world.machine("second") {
        let store = EtcdVisitorStore(etcd.cluster())
        let (_, found) = try await store.acquire("a") {}
        snapshot.store(found?.count ?? -1, ordering: .relaxed)
      }
      await world.run(for: .seconds(12))
      try world.expect("the visitor has moved with its state", snapshot.load(ordering: .relaxed) == 5)
    }
  }

  /// The numbers that nodes have written for a visitor, and know to be stored.
  private final class Writings: Sendable {
    private struct Contents {
      var last = 0
      var acknowledged: [Int] = []
    }

    private let contents = Mutex(Contents())

    func next() -> Int {
      contents.withLock { contents in
        contents.last += 1
        return contents.last
      }
    }

    func acknowledge(_ number: Int) { contents.withLock { $0.acknowledged.append(number) } }

    var acknowledgedCount: Int { contents.withLock { $0.acknowledged.count } }

    /// Whether all acknowledged numbers are stored, each one once.
    func areStored(in snapshot: Data?) throws -> Bool {
      let stored = try snapshot.map { try JSONDecoder().decode([Int].self, from: $0) } ?? []
      return contents.withLock { Set(stored).isSuperset(of: $0.acknowledged) } && Set(stored).count == stored.count
    }
  }

  /// Runs a node that takes a visitor again and again, and adds numbers to its state as long as it has the visitor.
  private static func run(_ etcd: SimulatedEtcd, _ writings: Writings) async throws {
    let store = EtcdVisitorStore(etcd.cluster(), leaseDuration: .seconds(3))
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await store.run() }
      group.addTask {
        while true {
          do {
            try await addNumbers(to: "a", in: store, writings)
          } catch let error where !(error is CancellationError) {
            // Another node has the visitor, or the cluster does not answer.
          }
          try await Task.sleep(for: .milliseconds(100))
        }
      }
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  private static func addNumbers(to visitor: String, in store: EtcdVisitorStore, _ writings: Writings) async throws {
    let revoked = Revocation()
    let (lease, snapshot) = try await store.acquire(visitor) { revoked.note() }
    var numbers = try snapshot.map { try JSONDecoder().decode([Int].self, from: $0) } ?? []
    while !revoked.isNoted, store.isHeld(lease) {
      let number = writings.next()
      numbers.append(number)
      try await store.write(try JSONEncoder().encode(numbers), under: lease, keepFor: .seconds(600))
      writings.acknowledge(number)
      try await Task.sleep(for: .milliseconds(100))
    }
    try await store.release(lease, removesSnapshot: false)
  }

  private final class Revocation: Sendable {
    private let state = Atomic(false)

    var isNoted: Bool { state.load(ordering: .relaxed) }
    func note() { state.store(true, ordering: .relaxed) }
  }

  @Test func noAcknowledgedStateOfAVisitorIsLost() async throws {
    let report = try await simulate(seeds: [3, 17, 1, 2]) { world in
      let etcd = world.etcd()
      let writings = Writings()
      let nodes = (1...3).map { number in
        world.machine("node\(number)") { try await Self.run(etcd, writings) }
      }
      func check() throws {
        let areStored = try writings.areStored(in: etcd.memory.value(of: "visitors/snapshots/a"))
        try world.expect("each acknowledged number is stored once", areStored)
      }
      world.faults = [
        .crash(etcd.machines, every: .seconds(5)), .kill(nodes, every: .seconds(3)), .pause(nodes + etcd.machines),
        .partition(nodes + etcd.machines), .loseConnections(nodes), .clockSkew(nodes + etcd.machines),
      ]
      for _ in 0..<30 {
        await world.run(for: .milliseconds(500))
        try check()
      }
      world.faults = []
      let before = writings.acknowledgedCount
      await world.run(for: .seconds(20))
      try check()
      try world.expect("nodes write after the faults", writings.acknowledgedCount > before + 10)
    }
    #expect(Set(report.faultCounts.keys) == ["crash", "kill", "pause", "partition", "loseConnections", "clockSkew"])
  }
}
