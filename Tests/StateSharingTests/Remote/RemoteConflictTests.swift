import CounterpointTestSupport
import Foundation
@_spi(Internals) import CounterpointSupport
import StateSharing
import StateSharingTestSupport
import Testing

@Suite(.ends) struct RemoteConflictTests {
  private let engine = InMemorySharedEngine<Int>()

  /// Returns the lost value of an error.
  private func lost(_ error: (any Error)?) -> Int? {
    guard case .externalConflict(_, let lost)? = error as? SharedStorageError else { return nil }
    return lost as? Int
  }

  @Test func theForeignValueWinsAndTheLossIsReported() async throws {
    let count = try await counter(5, in: engine)
    let seen = Recorder<Int>()
    let subscription = count.publisher.sink { seen.note($0) }
    let hold = engine.hold(.write)
    count.withLock { $0 += 1 }
    await hold.reached()
    count.withLock { $0 += 10 }
    engine.store(100, in: "count")
    #expect(count.wrappedValue == 16)
    hold.letGo()
    let error = await #expect(throws: SharedStorageError.self) { try await count.save() }
    // The lost value contains both changes.
    #expect(lost(error) == 16)
    #expect(lost(count.saveError) == 16)
    #expect(count.wrappedValue == 100)
    #expect(engine.history("count") == [5, 100])
    #expect(seen.entries == [5, 6, 16, 100])
    count.withLock { $0 += 1 }
    try await count.save()
    #expect(engine.history("count") == [5, 100, 101])
    #expect(count.saveError == nil)
    subscription.cancel()
  }

  @Test func countersAdd() async throws {
    let count = try await counter(5, in: engine, resolve: adding)
    let seen = Recorder<Int>()
    let subscription = count.publisher.sink { seen.note($0) }
    let hold = engine.hold(.write)
    count.withLock { $0 += 1 }
    await hold.reached()
    count.withLock { $0 += 10 }
    engine.store(100, in: "count")
    hold.letGo()
    try await count.save()
    // Each of the two is rebased onto the value that is stored then.
    #expect(engine.history("count") == [5, 100, 101, 111])
    #expect(seen.entries == [5, 6, 16, 111])
    #expect(count.saveError == nil)
    subscription.cancel()
  }

  @Test func setsMerge() async throws {
    let engine = InMemorySharedEngine<Set<String>>()
    engine.store(["a", "b"], in: "names")
    @Sendable func merge(base: Set<String>?, mine: Set<String>, theirs: Set<String>?) -> Set<String>? {
      let base = base ?? [], theirs = theirs ?? []
      return theirs.subtracting(base.subtracting(mine)).union(mine.subtracting(base))
    }
    let names = try await Shared<Set<String>>(require: .engine("names", engine, resolve: merge))
    let hold = engine.hold(.write)
    names.withLock { $0 = ["b", "c"] }
    await hold.reached()
    engine.store(["a", "b", "d"], in: "names")
    hold.letGo()
    try await names.save()
    #expect(names.wrappedValue == ["b", "c", "d"])
    #expect(engine.stored("names").value == ["b", "c", "d"])
  }

  @Test func resolvingMayLoseOneChangeAndKeepTheNext() async throws {
    // The change that makes the number odd is lost.
    let count = try await counter(0, in: engine) { base, mine, theirs in
      mine.isMultiple(of: 2) ? adding(base: base, mine: mine, theirs: theirs) : nil
    }
    let hold = engine.hold(.write)
    count.withLock { $0 += 1 }
    await hold.reached()
    count.withLock { $0 += 3 }
    engine.store(100, in: "count")
    hold.letGo()
    let error = await #expect(throws: SharedStorageError.self) { try await count.save() }
    #expect(lost(error) == 1)
    #expect(engine.history("count") == [0, 100, 103])
    #expect(count.wrappedValue == 103)
    // The loss stays in `saveError` until a later change is stored.
    #expect(lost(count.saveError) == 1)
  }

  @Test func aChangeMadeWhileResolvingIsResolvedToo() async throws {
    let place = Locked<Shared<Int>?>(nil)
    let isChanged = Latch()
    let count = try await counter(0, in: engine) { base, mine, theirs in
      if !isChanged.isOpen {
        let shared = place.withLock { $0 }
        Thread {
          shared?.withLock { $0 += 10 }
          isChanged.open()
        }.start()
        isChanged.wait()
      }
      return adding(base: base, mine: mine, theirs: theirs)
    }
    place.withLock { $0 = count }
    let hold = engine.hold(.write)
    count.withLock { $0 += 1 }
    await hold.reached()
    engine.store(100, in: "count")
    hold.letGo()
    try await count.save()
    #expect(engine.history("count") == [0, 100, 101, 111])
    #expect(count.wrappedValue == 111)
    _ = place.withLock { $0.take() }
  }

  @Test func repeatedConflictsAreReportedToTheWaitingCaller() async throws {
    let count = try await counter(in: engine, resolve: adding)
    engine.beFaster(times: 20) { ($0 ?? 0) + 100 }
    let hold = engine.hold(.read)
    count.withLock { $0 += 1 }
    await hold.reached()
    let saved = count.beginSaving()
    hold.letGo()
    // The waiting caller gets a timeout; the change continues.
    let error = await #expect(throws: SharedStorageError.self) { try await saved.value }
    guard case .conflict(attempts: 16)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    try await count.save()
    #expect(count.wrappedValue == 2_001)
    #expect(engine.stored("count").value == 2_001)
    #expect(engine.conflictCount == 20)
    #expect(count.saveError == nil)
  }

  @Test func aForeignDeletionIsAConflict() async throws {
    engine.store(5, in: "count")
    @Shared(.engine("count", engine)) var count = 0
    let shared = $count
    try await shared.load()
    let hold = engine.hold(.write)
    shared.withLock { $0 += 1 }
    await hold.reached()
    engine.store(nil, in: "count")
    #expect(shared.wrappedValue == 6)
    hold.letGo()
    let error = await #expect(throws: SharedStorageError.self) { try await shared.save() }
    #expect(lost(error) == 6)
    #expect(shared.wrappedValue == 0)
    shared.withLock { $0 += 1 }
    try await shared.save()
    // A save that begins after the conflict was resolved stores the default, because nothing is stored.
    #expect([[5, nil, 1], [5, nil, 0, 1]].contains(engine.history("count")))
  }

  @Test func aDefaultThatWasChangedBeforeItWasLoadedIsAConflict() async throws {
    engine.store(41, in: "count")
    let hold = engine.hold(.read)
    @Shared(.engine("count", engine, resolve: adding)) var count = 0
    let shared = $count
    await hold.reached()
    shared.withLock { $0 += 1 }
    try await shared.save()
    // The base is unknown, so the whole value counts as added.
    #expect(engine.history("count") == [41, 42])
    #expect(shared.wrappedValue == 42)
    hold.letGo()
  }
}
