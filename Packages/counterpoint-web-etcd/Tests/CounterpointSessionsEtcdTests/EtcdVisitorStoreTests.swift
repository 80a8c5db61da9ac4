import CounterpointSessions
@testable import CounterpointSessionsEtcd
import Foundation
@_spi(Internals) @testable import StateSharingEtcd
import Synchronization
import Testing

/// Two nodes on one cluster in memory.
@Suite struct EtcdVisitorStoreTests {
  private let memory = InMemoryEtcd()

  private func node() -> EtcdVisitorStore { EtcdVisitorStore(.inMemory(memory)) }

  @Test func ownerReleasesAVisitorThatAnotherNodeWants() async throws {
    let (first, second) = (node(), node())
    let runs = [Task { await first.run() }, Task { await second.run() }]
    defer { for run in runs { run.cancel() } }
    let (revoked, revoke) = AsyncStream.makeStream(of: Void.self)
    let (old, nothing) = try await first.acquire("a") { revoke.yield() }
    #expect(nothing == nil)
    let release = Task {
      for await _ in revoked { break }
      try await first.write(Data("state".utf8), under: old, keepFor: .seconds(86_400))
      try await first.release(old, removesSnapshot: false)
    }
    let (new, snapshot) = try await second.acquire("a") {}
    try await release.value
    #expect(snapshot == Data("state".utf8))
    #expect(new.revision > old.revision)
    #expect(!first.isHeld(old))
    #expect(second.isHeld(new))
    await #expect(throws: VisitorStoreError.leaseLost) {
      try await first.write(Data("late".utf8), under: old, keepFor: .seconds(86_400))
    }
    #expect(memory.value(of: "visitors/snapshots/a") == Data("state".utf8))
  }

  @Test func nodeWhoseLeaseHasExpiredWritesNothing() async throws {
    let (first, second) = (node(), node())
    let (old, _) = try await first.acquire("a") {}
    try await first.write(Data("old".utf8), under: old, keepFor: .seconds(86_400))
    // The first node does not run, so it does not know.
    memory.delete("visitors/leases/a/owner")
    let (new, snapshot) = try await second.acquire("a") {}
    #expect(snapshot == Data("old".utf8))
    #expect(first.isHeld(old))
    await #expect(throws: VisitorStoreError.leaseLost) {
      try await first.write(Data("late".utf8), under: old, keepFor: .seconds(86_400))
    }
    #expect(!first.isHeld(old))
    try await first.release(old, removesSnapshot: true)
    try await second.write(Data("new".utf8), under: new, keepFor: .seconds(86_400))
    #expect(memory.value(of: "visitors/snapshots/a") == Data("new".utf8))
  }

  @Test func expirationOfALeaseRevokesItsVisitors() async throws {
    let first = node()
    let run = Task { await first.run() }
    defer { run.cancel() }
    let (revoked, revoke) = AsyncStream.makeStream(of: Void.self)
    let (lease, _) = try await first.acquire("a") { revoke.yield() }
    memory.put(Data(), in: "visitors/leases/a/wish")
    // The watch runs as soon as it passes a wish on.
    for await _ in revoked { break }
    #expect(first.isHeld(lease))
    memory.expireLeases()
    for await _ in revoked { break }
    #expect(!first.isHeld(lease))
  }

  @Test func lostAnswersChangeNothing() async throws {
    let first = node()
    memory.loseAnswers()
    let (lease, _) = try await first.acquire("a") {}
    #expect(first.isHeld(lease))
    memory.loseAnswers()
    await #expect(throws: (any Error).self) {
      try await first.write(Data("one".utf8), under: lease, keepFor: .seconds(86_400))
    }
    try await first.write(Data("one".utf8), under: lease, keepFor: .seconds(86_400))
    try await first.write(Data("two".utf8), under: lease, keepFor: .seconds(86_400))
    memory.loseAnswers()
    try await first.release(lease, removesSnapshot: false)
    let second = node()
    #expect(try await second.acquire("a") {}.snapshot == Data("two".utf8))
  }

  /// As when the cluster is restored from a backup. The lease of the snapshots is cached for hours.
  @Test func aSnapshotIsStoredAfterAllLeasesHaveEnded() async throws {
    let first = node()
    let (before, _) = try await first.acquire("a") {}
    try await first.write(Data("one".utf8), under: before, keepFor: .seconds(86_400))
    memory.expireLeases()
    let (lease, snapshot) = try await first.acquire("a") {}
    #expect(snapshot == nil)
    try await first.write(Data("two".utf8), under: lease, keepFor: .seconds(86_400))
    try await first.release(lease, removesSnapshot: false)
    #expect(try await node().acquire("a") {}.snapshot == Data("two".utf8))
  }

  @Test func aFailedReleaseIsRepeated() async throws {
    let first = node()
    let (lease, _) = try await first.acquire("a") {}
    memory.loseRequests(2)
    await #expect(throws: EtcdError.self) { try await first.release(lease, removesSnapshot: false) }
    #expect(memory.value(of: "visitors/leases/a/owner") != nil)
    await first.releaseAgain()
    #expect(memory.value(of: "visitors/leases/a/owner") == nil)
    // It is not repeated again, because another write would fail now.
    memory.loseRequests()
    await first.releaseAgain()
    await #expect(throws: EtcdError.self) {
      try await first.cluster.client.write(EtcdTransaction(success: [.delete(Data("b".utf8))]))
    }
  }

  @Test func anAcquisitionDeletesTheWish() async throws {
    memory.put(Data(), in: "visitors/leases/a/wish")
    _ = try await node().acquire("a") {}
    #expect(memory.value(of: "visitors/leases/a/wish") == nil)
  }

  @Test func aWishBeforeTheAcquisitionRevokesNothing() async throws {
    let first = node()
    let revocations = Atomic(0)
    let (lease, _) = try await first.acquire("a") { revocations.add(1, ordering: .relaxed) }
    let wish = first.keys.wish("a")
    first.receive(EtcdEvent(key: wish, value: Data(), revision: lease.revision - 1))
    #expect(revocations.load(ordering: .relaxed) == 0)
    first.receive(EtcdEvent(key: wish, value: Data(), revision: lease.revision + 1))
    #expect(revocations.load(ordering: .relaxed) == 1)
  }

  @Test func endedSessionLeavesNothing() async throws {
    let first = node()
    let (lease, _) = try await first.acquire("a") {}
    try await first.write(Data("state".utf8), under: lease, keepFor: .seconds(86_400))
    #expect(try await first.contains("a"))
    try await first.release(lease, removesSnapshot: true)
    #expect(try await !first.contains("a"))
    await first.close()
    await #expect(throws: VisitorStoreError.closed) { try await first.acquire("a") {} }
  }
}
