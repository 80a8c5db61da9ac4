import ControlledClocks
import CounterpointTestSupport
@_spi(Internals) import CounterpointSupport
import StateSharing
import StateSharingTestSupport
import Testing

/// A transaction takes no longer than its timeout.
@Suite(.ends) struct RemoteTimeTests {
  private func isTimedOut(_ error: (any Error)?) -> Bool {
    if case .timedOut? = error as? SharedStorageError { true } else { false }
  }

  private func isUnknown(_ error: (any Error)?) -> Bool {
    if case .unknownOutcome? = error as? SharedStorageError { true } else { false }
  }

  /// Begins a transaction, and returns when it waits.
  private func beginAdding(_ count: Shared<Int>, timeout: Duration = .seconds(5)) -> Task<Void, any Error> {
    let executor = SteppingExecutor()
    let task = Task(executorPreference: executor) {
      _ = try await count.withTransaction(attempts: .max, timeout: timeout) { $0 += 10 }
    }
    executor.runFirstStep()
    return task
  }

  @Test func theTimeoutIncludesTheWaitForChanges() async throws {
    let clock = TestClock()
    let engine = InMemorySharedEngine<Int>(clock: clock)
    let count = try await counter(in: engine)
    let hold = engine.hold(.write)
    count.withLock { $0 = 1 }
    await hold.reached()
    let late = beginAdding(count, timeout: .seconds(1))
    await clock.advance(by: .seconds(1))
    hold.letGo()
    let error = await #expect(throws: SharedStorageError.self) { try await late.value }
    #expect(isTimedOut(error))
    try await count.save()
    #expect(engine.history("count") == [0, 1])
  }

  @Test func aTransactionTimesOutIfEarlierChangesAreNotStored() async throws {
    let clock = TestClock()
    let engine = InMemorySharedEngine<Int>(clock: clock)
    let count = try await counter(in: engine)
    let hold = engine.hold(.write)
    count.withLock { $0 = 1 }
    await hold.reached()
    let late = beginAdding(count, timeout: .seconds(1))
    await clock.advance(by: .seconds(1))
    let error = await #expect(throws: SharedStorageError.self) { try await late.value }
    #expect(isTimedOut(error))
    hold.letGo()
    try await count.withTransaction { $0 += 10 }
    #expect(engine.history("count") == [0, 1, 11])
  }

  @Test func aCanceledTransactionDoesNotWaitForTheStorage() async throws {
    let engine = InMemorySharedEngine<Int>()
    let count = try await counter(in: engine)
    let hold = engine.hold(.write)
    count.withLock { $0 = 1 }
    await hold.reached()
    let late = beginAdding(count), later = beginAdding(count)
    late.cancel()
    await #expect(throws: CancellationError.self) { try await late.value }
    // The next waiting caller acquires the storage.
    hold.letGo()
    try await later.value
    #expect(engine.history("count") == [0, 1, 11])
  }

  @Test func allAttemptsShareOneDeadline() async throws {
    let clock = ImpatientClock()
    let engine = InMemorySharedEngine<Int>(clock: clock)
    engine.store(0, in: "count")
    let log = WatchedKey.Log()
    let count = try await Shared<Int>(require: WatchedKey(base: .engine("count", engine), log: log))
    engine.beFaster(times: 40)
    let start = ContinuousClock.now
    try await count.withTransaction(attempts: .max, timeout: .seconds(1_000)) { $0 += 1 }
    let end = ContinuousClock.now
    let rests = log.requests.entries.dropFirst().map { $0.deadline }
    // The first seven retries follow at once.
    #expect(clock.sleeps.entries.count == 33)
    var passed = Duration.zero
    let isOne = zip(rests, [.zero] + clock.sleeps.entries).allSatisfy { deadline, sleep in
      passed += sleep
      return deadline >= start + .seconds(1_000) - passed && deadline <= end + .seconds(1_000) - passed
    }
    #expect(isOne)
  }

  @Test func aCanceledTransactionPausesBeforeTheNextLookup() async throws {
    let engine = Locked<InMemorySharedEngine<Int>?>(nil)
    // The connection is restored after the first pause.
    let clock = ImpatientClock { engine.withLock { $0 }?.connect() }
    let storage = InMemorySharedEngine<Int>(clock: clock)
    engine.withLock { $0 = storage }
    let count = try await counter(in: storage)
    let hold = storage.hold(.answer)
    let isDone = Task { try await count.withTransaction { $0 += 1 } }
    await hold.reached()
    storage.disconnect()
    isDone.cancel()
    hold.letGo()
    try await isDone.value
    #expect(storage.history("count") == [0, 1])
    #expect(clock.sleeps.entries.count == 1)
  }

  @Test func aConcurrentSaveDoesNotSkipLaterPauses() async throws {
    let engine = Locked<InMemorySharedEngine<Int>?>(nil)
    let clock = ImpatientClock { engine.withLock { $0 }?.connect() }
    let storage = InMemorySharedEngine<Int>(clock: clock)
    engine.withLock { $0 = storage }
    let count = try await counter(in: storage, resolve: adding)
    let hold = storage.hold(.answer)
    let isDone = Task { try await count.withTransaction { $0 += 10 } }
    await hold.reached()
    count.withLock { $0 += 1 }
    let saved = count.beginSaving()
    storage.disconnect()
    hold.letGo()
    try await isDone.value
    try await saved.value
    #expect(storage.history("count") == [0, 10, 11])
    #expect(clock.sleeps.entries.count == 1)
  }

  @Test func theLookupOfAWriteRespectsTheTimeout() async throws {
    let clock = ImpatientClock()
    let engine = InMemorySharedEngine<Int>(clock: clock)
    let count = try await counter(in: engine)
    let hold = engine.hold(.answer)
    let isDone = Task { try await count.withTransaction(attempts: .max, timeout: .seconds(30)) { $0 += 1 } }
    await hold.reached()
    engine.disconnect()
    isDone.cancel()
    hold.letGo()
    let error = await #expect(throws: SharedStorageError.self) { try await isDone.value }
    #expect(isUnknown(error))
    #expect(clock.sleeps.entries.reduce(.zero, +) == .seconds(30))
  }

  @Test func withoutAClockTheLookupIsLimited() async throws {
    let engine = InMemorySharedEngine<Int>()
    let count = try await counter(in: engine)
    let hold = engine.hold(.answer)
    let isDone = Task { try await count.withTransaction(attempts: .max) { $0 += 1 } }
    await hold.reached()
    engine.disconnect()
    hold.letGo()
    let error = await #expect(throws: SharedStorageError.self) { try await isDone.value }
    #expect(isUnknown(error))
  }
}
