import CounterpointTestSupport
import Foundation
@_spi(Internals) import CounterpointSupport
@_spi(Internals) import StateSharing
import StateSharingTestSupport
import Testing

@Suite(.ends) struct RemoteChangeTests {
  private let engine = InMemorySharedEngine<Int>()

  @Test func changesShowAtOnceAndAreStoredInOrder() async throws {
    let count = try await counter(in: engine)
    let seen = Recorder<Int>()
    let subscription = count.publisher.sink { seen.note($0) }
    let hold = engine.hold(.write)
    for _ in 1...3 { count.withLock { $0 += 1 } }
    #expect(count.wrappedValue == 3)
    await hold.reached()
    #expect(engine.history("count") == [0])
    hold.letGo()
    try await count.save()
    #expect(engine.history("count") == [0, 1, 2, 3])
    // The echoes of local changes are not delivered again.
    #expect(seen.entries == [0, 1, 2, 3])
    #expect(engine.conflictCount == 0)
    subscription.cancel()
  }

  @Test func changesOutliveTheLastWrapper() async throws {
    let hold = engine.hold(.write), isStored = engine.hold(.answer)
    do {
      let count = try await counter(in: engine)
      count.withLock { $0 = 7 }
    }
    await hold.reached()
    hold.letGo()
    await isStored.reached()
    #expect(engine.history("count") == [0, 7])
    isStored.letGo()
  }

  @Test func aForeignValueIsShownAfterThePendingChange() async throws {
    let count = try await counter(in: engine)
    let seen = Recorder<Int>()
    let subscription = count.publisher.sink { seen.note($0) }
    let hold = engine.hold(.answer)
    count.withLock { $0 = 1 }
    await hold.reached()
    // Newer than the local change, and delivered before its answer.
    engine.store(50, in: "count")
    #expect(count.wrappedValue == 1)
    hold.letGo()
    try await count.save()
    await count.becomes(50)
    #expect(seen.entries == [0, 1, 50])
    #expect(count.saveError == nil)
    subscription.cancel()
  }

  @Test func theQueueIsBounded() async throws {
    let count = try await counter(in: engine, limit: 3)
    let hold = engine.hold(.read)
    count.withLock { $0 = 1 }
    await hold.reached()
    count.withLock { $0 = 2 }
    count.withLock { $0 = 3 }
    #expect(count.saveError == nil)
    count.withLock { $0 = 4 }
    count.withLock { $0 = 5 }
    guard case .tooManyChanges(waiting: 3)? = count.saveError as? SharedStorageError else {
      Issue.record("\(String(describing: count.saveError))")
      return
    }
    hold.letGo()
    try await SharedStorage.flushAll()
    // The newest change is kept. When it is stored, the error is cleared.
    #expect(engine.history("count") == [0, 1, 2, 5])
    #expect(count.saveError == nil)
  }

  @Test func aRefusedChangeIsNotRetried() async throws {
    engine.store(0, in: "count")
    let key = PickyKey(base: .engine("count", engine))
    let count = try await Shared<Int>(require: key)
    count.withLock { $0 = 13 }
    await #expect(throws: SharedStorageError.self) { try await count.save() }
    guard case .refused? = count.saveError as? SharedStorageError else {
      Issue.record("\(String(describing: count.saveError))")
      return
    }
    #expect(count.wrappedValue == 13)
    await #expect(throws: SharedStorageError.self) { try await count.withTransaction { $0 = 13 } }
    count.withLock { $0 = 14 }
    try await count.save()
    #expect(engine.history("count") == [0, 14])
    #expect(count.saveError == nil)
  }

  @Test func savingStoresADefaultIfNothingIsStored() async throws {
    @Shared(.engine("count", engine)) var count = 5
    let shared = $count
    try await shared.save()
    #expect(engine.history("count") == [5])
    // A stored value is not replaced.
    engine.store(8, in: "other")
    @Shared(.engine("other", engine)) var other = 5
    let second = $other
    try await second.save()
    #expect(engine.history("other") == [8])
    await second.becomes(8)
    #expect(second.saveError == nil)
  }

  @Test func flushingWaitsForRemoteWrites() async throws {
    let count = try await counter(in: engine)
    let hold = engine.hold(.write)
    count.withLock { $0 = 1 }
    await hold.reached()
    let flushed = Task {
      try await SharedStorage.flushAll()
      return engine.stored("count").value
    }
    hold.letGo()
    #expect(try await flushed.value == 1)
    // An unreachable storage is tried once.
    engine.disconnect()
    count.withLock { $0 = 2 }
    await #expect(throws: SharedEngineDisconnected.self) { try await SharedStorage.flushAll() }
  }

  @Test func anAssertionStoresNothing() async throws {
    let count = try await counter(in: engine)
    let reads = engine.readCount
    let tracker = SharedChangeTracker(reportUnassertedChanges: false)
    tracker.assert { count.withLock { $0 = 5 } }
    try await SharedStorage.flushAll()
    #expect(count.wrappedValue == 0)
    #expect(engine.readCount == reads)
    #expect(engine.commitCount == 0)
  }
}
