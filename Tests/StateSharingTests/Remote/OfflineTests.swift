import ControlledClocks
import CounterpointTestSupport
import Foundation
@_spi(Internals) import CounterpointSupport
import StateSharing
import StateSharingTestSupport
import Testing

@Suite(.ends) struct OfflineTests {
  @Test func changesWaitForTheConnectionInOrder() async throws {
    let engine = InMemorySharedEngine<Int>()
    let count = try await counter(in: engine)
    engine.disconnect()
    #expect(count.loadError is SharedEngineDisconnected)
    for _ in 1...3 { count.withLock { $0 += 1 } }
    #expect(count.wrappedValue == 3)
    await #expect(throws: SharedEngineDisconnected.self) { try await count.save() }
    #expect(count.saveError is SharedEngineDisconnected)
    await #expect(throws: SharedEngineDisconnected.self) { try await count.withTransaction { $0 += 1 } }
    #expect(engine.history("count") == [0])
    let holds = (1...3).map { _ in engine.hold(.answer) }
    engine.connect()
    // Without a request.
    for hold in holds {
      await hold.reached()
      hold.letGo()
    }
    try await count.save()
    #expect(engine.history("count") == [0, 1, 2, 3])
    #expect(count.loadError == nil)
    #expect(count.saveError == nil)
  }

  @Test func saveIgnoresTheResultOfAnEarlierAttempt() async throws {
    let engine = InMemorySharedEngine<Int>()
    let count = try await counter(in: engine)
    engine.loseRequests()
    let hold = engine.hold(.write)
    count.withLock { $0 = 1 }
    await hold.reached()
    // The current attempt will fail. A caller that begins to wait now receives the result of the next.
    let saved = count.beginSaving()
    hold.letGo()
    try await saved.value
    #expect(engine.history("count") == [0, 1])
  }

  @Test func changesOutliveTheLastWrapperWithoutAConnection() async throws {
    let engine = InMemorySharedEngine<Int>()
    do {
      let count = try await counter(in: engine)
      engine.disconnect()
      count.withLock { $0 = 1 }
      await #expect(throws: SharedEngineDisconnected.self) { try await count.save() }
    }
    let hold = engine.hold(.answer)
    engine.connect()
    await hold.reached()
    #expect(engine.history("count") == [0, 1])
    hold.letGo()
  }

  @Test func aForeignValueStoredWhileOfflineIsShown() async throws {
    let engine = InMemorySharedEngine<Int>()
    let count = try await counter(in: engine)
    engine.disconnect()
    engine.store(9, in: "count")
    #expect(count.wrappedValue == 0)
    engine.connect()
    #expect(count.wrappedValue == 9)
    #expect(count.loadError == nil)
  }

  @Test func discardedEventsAreReplacedByTheStoredValue() async throws {
    let engine = InMemorySharedEngine<Int>()
    let count = try await counter(in: engine)
    let seen = Recorder<Int>()
    let subscription = count.publisher.sink { seen.note($0) }
    engine.holdEvents()
    engine.store(1, in: "count")
    engine.store(2, in: "count")
    engine.compact()
    engine.store(3, in: "count")
    #expect(count.wrappedValue == 0)
    engine.deliverEvents()
    #expect(seen.entries == [0, 3])
    engine.holdEvents()
    engine.store(4, in: "count")
    engine.store(5, in: "count")
    engine.deliverEvents()
    #expect(seen.entries == [0, 3, 4, 5])
    subscription.cancel()
  }

  @Test func aChangeBetweenSubscribingAndLoadingIsNotMissed() async throws {
    let engine = InMemorySharedEngine<Int>()
    engine.store(1, in: "count")
    let hold = engine.hold(.read)
    @Shared(.engine("count", engine)) var count = 0
    let shared = $count
    await hold.reached()
    engine.store(2, in: "count")
    #expect(shared.wrappedValue == 2)
    hold.letGo()
    try await shared.load()
    #expect(shared.wrappedValue == 2)
  }

  @Test func aFailedWriteIsRetriedAfterAPause() async throws {
    let clock = TestClock()
    let engine = InMemorySharedEngine<Int>(clock: clock)
    let count = try await counter(in: engine)
    engine.loseRequests(2)
    let hold = engine.hold(.answer)
    count.withLock { $0 = 1 }
    try await clock.waitForSleepers()
    #expect(count.saveError is SharedEngineDisconnected)
    let time = passing(clock, by: .milliseconds(50))
    await hold.reached()
    time.cancel()
    hold.letGo()
    try await count.save()
    #expect(engine.history("count") == [0, 1])
  }

  @Test func pausesGrowToFiveSeconds() async throws {
    let clock = ImpatientClock()
    let engine = InMemorySharedEngine<Int>(clock: clock)
    let count = try await counter(in: engine)
    // The first one is repeated at once.
    engine.loseRequests(61)
    let hold = engine.hold(.answer)
    count.withLock { $0 = 1 }
    await hold.reached()
    hold.letGo()
    let sleeps = clock.sleeps.entries
    #expect(sleeps.count == 60)
    for (number, sleep) in sleeps.enumerated() {
      #expect(sleep <= .milliseconds(min(50 << min(number, 7), 5_000)))
    }
    // Full jitter: fifty pauses below a tenth of the maximum are practically impossible.
    #expect(sleeps.max() ?? .zero > .milliseconds(500))
    #expect(Set(sleeps).count > 10)
  }

  @Test func aReconnectionEndsThePause() async throws {
    let clock = TestClock()
    let engine = InMemorySharedEngine<Int>(clock: clock)
    let count = try await counter(in: engine)
    engine.disconnect()
    count.withLock { $0 = 1 }
    try await clock.waitForSleepers()
    let hold = engine.hold(.answer)
    engine.connect()
    await hold.reached()
    hold.letGo()
    try await count.save()
    #expect(engine.history("count") == [0, 1])
  }

  @Test func transactionsRespectTheirTimeout() async throws {
    let clock = TestClock()
    let engine = InMemorySharedEngine<Int>(clock: clock)
    let count = try await counter(in: engine)
    engine.beFaster(times: 10_000)
    let time = passing(clock, by: .milliseconds(60))
    let error = await #expect(throws: SharedStorageError.self) {
      try await count.withTransaction(attempts: .max, timeout: .milliseconds(60)) { $0 += 1 }
    }
    time.cancel()
    guard case .timedOut? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(engine.commitCount == 0)
  }

  /// Advances the time whenever a task sleeps, until canceled.
  private func passing(_ clock: TestClock<Duration>, by duration: Duration) -> Task<Void, any Error> {
    Task {
      while true {
        try await clock.waitForSleepers()
        await clock.advance(by: duration)
      }
    }
  }
}
