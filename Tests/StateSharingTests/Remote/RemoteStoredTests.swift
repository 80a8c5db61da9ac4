import CounterpointTestSupport
import StateSharing
import StateSharingTestSupport
import Testing

/// A reference's stored value is the actual one.
@Suite(.ends) struct RemoteStoredTests {
  private let engine = InMemorySharedEngine<Int>()

  @Test func savingDoesNotChangeTheBaseOfTheNextChange() async throws {
    let count = try await counter(100, in: engine, resolve: adding)
    let read = engine.hold(.read), write = engine.hold(.write)
    let saved = count.beginSaving()
    count.withLock { $0 += 1 }
    await read.reached()
    read.letGo()
    await write.reached()
    engine.store(200, in: "count")
    write.letGo()
    try await saved.value
    try await count.save()
    #expect(engine.history("count") == [100, 200, 201])
    #expect(count.wrappedValue == 201)
  }

  @Test func savingAnUnknownDefaultDoesNotChangeTheBase() async throws {
    // As without a save: the base is unknown, so the whole value counts as added.
    engine.store(41, in: "count")
    let load = engine.hold(.read)
    @Shared(.engine("count", engine, resolve: adding)) var count = 5
    let shared = $count
    await load.reached()
    let read = engine.hold(.read)
    let saved = shared.beginSaving()
    // Before the stored value is known.
    shared.withLock { $0 += 1 }
    await read.reached()
    read.letGo()
    try await saved.value
    try await shared.save()
    #expect(engine.history("count") == [41, 47])
    load.letGo()
  }

  @Test func aChangeOfADefaultBuildsOnTheDefaultBeingSaved() async throws {
    engine.store(1, in: "count")
    engine.store(nil, in: "count")
    @Shared(.engine("count", engine, resolve: adding)) var count = 5
    let shared = $count
    try await shared.load()
    let read = engine.hold(.read)
    let saved = shared.beginSaving()
    shared.withLock { $0 += 1 }
    await read.reached()
    engine.holdEvents()
    engine.store(9, in: "count")
    engine.store(nil, in: "count")
    read.letGo()
    try await saved.value
    try await shared.save()
    #expect(engine.history("count") == [1, nil, 9, nil, 5, 6])
  }

  @Test func savingStoresAValueThatWasDeletedRemotely() async throws {
    let count = try await counter(5, in: engine)
    let hold = engine.hold(.answer)
    count.withLock { $0 = 1 }
    await hold.reached()
    // Delivered while the answer is in progress.
    engine.store(nil, in: "count")
    hold.letGo()
    await count.becomes(5)
    try await count.save()
    #expect(engine.history("count") == [5, 1, nil, 5])
  }

  @Test func savingStoresAValueThatWasDeletedAfterALostAnswer() async throws {
    let count = try await counter(5, in: engine)
    let hold = engine.hold(.answer)
    engine.loseAnswers()
    count.withLock { $0 = 1 }
    await hold.reached()
    engine.holdEvents()
    engine.store(nil, in: "count")
    let saved = count.beginSaving()
    hold.letGo()
    try await saved.value
    await count.becomes(5)
    try await count.save()
    #expect(engine.history("count") == [5, 1, nil, 5])
  }

  @Test func loadingUndoesARefusedChange() async throws {
    engine.store(0, in: "count")
    let count = try await Shared<Int>(require: PickyKey(base: .engine("count", engine)))
    count.withLock { $0 = 13 }
    await #expect(throws: SharedStorageError.self) { try await count.save() }
    #expect(count.wrappedValue == 13)
    let seen = Recorder<Int>()
    let subscription = count.publisher.sink { seen.note($0) }
    try await count.load()
    #expect(count.wrappedValue == 0)
    #expect(seen.entries == [13, 0])
    // Only once, because the version is then current.
    try await count.load()
    #expect(seen.entries == [13, 0])
    count.withLock { $0 = 14 }
    try await count.save()
    #expect(engine.history("count") == [0, 14])
    subscription.cancel()
  }

  @Test func aLateEventDoesNotUndoARefusedChange() async throws {
    engine.store(0, in: "count")
    let count = try await Shared<Int>(require: PickyKey(base: .engine("count", engine)))
    engine.holdEvents()
    count.withLock { $0 = 1 }
    try await count.save()
    count.withLock { $0 = 13 }
    await #expect(throws: SharedStorageError.self) { try await count.save() }
    // The value that was stored before it.
    engine.deliverEvents()
    #expect(count.wrappedValue == 13)
  }

  @Test func aFailedTransactionShowsTheStoredValue() async throws {
    engine.store(0, in: "count")
    let count = try await Shared<Int>(require: PickyKey(base: .engine("count", engine)))
    count.withLock { $0 = 13 }
    await #expect(throws: SharedStorageError.self) { try await count.save() }
    await #expect(throws: Failure.self) {
      try await count.withTransaction { count in
        #expect(count == 0)
        throw Failure()
      }
    }
    #expect(count.wrappedValue == 0)
  }
}
