import ControlledClocks
import CounterpointTestSupport
import StateSharing
import StateSharingTestSupport
import Testing

/// `SharedStorage.flushAll()` for remote values: what it waits for, and which errors it throws.
@Suite(.ends) struct FlushTests {
  /// A value with a change that waits for the end of an endless pause.
  private func waiting(in engine: InMemorySharedEngine<Int>, _ clock: TestClock<Duration>) async throws -> Shared<Int> {
    let count = try await counter(in: engine, program: "\(ObjectIdentifier(engine))")
    // A lost write is looked up at once, so two are lost.
    engine.loseRequests(2)
    let isLost = engine.hold(.write)
    count.withLock { $0 = 1 }
    await isLost.reached()
    isLost.letGo()
    try await clock.waitForSleepers()
    return count
  }

  @Test func flushingWaitsUntilAllChangesAreStored() async throws {
    let clock = TestClock(), engine = InMemorySharedEngine<Int>(clock: clock), ended = Recorder<Int?>()
    let count = try await waiting(in: engine, clock)
    let hold = engine.hold(.write)
    let flushed = Task {
      try await SharedStorage.flushAll()
      ended.note(engine.stored("count").value)
    }
    // Only the flush ends the pause, which is its last step before it waits.
    await hold.reached()
    #expect(ended.entries == [])
    hold.letGo()
    try await flushed.value
    #expect(ended.entries == [1])
    withExtendedLifetime(count) {}
  }

  @Test func valuesAreFlushedConcurrently() async throws {
    let clocks = [TestClock(), TestClock(), TestClock()]
    let engines = clocks.map { InMemorySharedEngine<Int>(clock: $0) }
    var counts: [Shared<Int>] = []
    for (engine, clock) in zip(engines, clocks) { counts.append(try await waiting(in: engine, clock)) }
    let holds = engines.map { $0.hold(.write) }
    let flushed = Task { try await SharedStorage.flushAll() }
    // All values are tried before the first answer.
    for hold in holds { await hold.reached() }
    for hold in holds { hold.letGo() }
    try await flushed.value
    for engine in engines { #expect(engine.history("count") == [0, 1]) }
    withExtendedLifetime(counts) {}
  }

  @Test func aFlushWithATimeoutWaitsThroughFailures() async throws {
    let engine = InMemorySharedEngine<Int>()
    let count = try await counter(in: engine)
    engine.disconnect()
    count.withLock { $0 = 1 }
    await #expect(throws: SharedEngineDisconnected.self) { try await SharedStorage.flushAll() }
    let hold = engine.hold(.read)
    let flushed = Task { try await SharedStorage.flushAll(timeout: .seconds(60)) }
    // Its attempt has begun, so it waits.
    await hold.reached()
    hold.letGo()
    await #expect(throws: SharedEngineDisconnected.self) { try await SharedStorage.flushAll() }
    engine.connect()
    try await flushed.value
    #expect(engine.history("count") == [0, 1])
  }

  @Test func aFlushEndsWithItsTimeout() async throws {
    let clock = TestClock(), engine = InMemorySharedEngine<Int>(clock: clock)
    let count = try await counter(in: engine)
    engine.disconnect()
    count.withLock { $0 = 1 }
    let flushed = Task { try await SharedStorage.flushAll(timeout: .seconds(7)) }
    let time = Task {
      while true {
        try await clock.waitForSleepers()
        await clock.advance(by: .seconds(1))
      }
    }
    let error = await #expect(throws: SharedStorageError.self) { try await flushed.value }
    time.cancel()
    guard case .timedOut? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    engine.connect()
    try await count.save()
    #expect(engine.history("count") == [0, 1])
  }

  @Test func anEarlierLossIsThrownOnce() async throws {
    let engine = InMemorySharedEngine<Int>()
    let count = try await counter(in: engine)
    engine.beFaster { _ in 9 }
    count.withLock { $0 = 1 }
    // The foreign value wins, so no change is left to store.
    await count.becomes(9)
    await #expect(throws: SharedStorageError.self) { try await SharedStorage.flushAll() }
    try await SharedStorage.flushAll()
    try await count.save()
  }

  @Test func theLossOfAReleasedValueIsThrownOnce() async throws {
    let engine = InMemorySharedEngine<Int>()
    do {
      let count = try await counter(in: engine)
      engine.beFaster { _ in 9 }
      let isConflict = engine.hold(.answer)
      count.withLock { $0 = 1 }
      await isConflict.reached()
      isConflict.letGo()
    }
    // Whether it is still running or has ended, the error is thrown.
    await #expect(throws: SharedStorageError.self) { try await SharedStorage.flushAll() }
    try await SharedStorage.flushAll()
  }
}
