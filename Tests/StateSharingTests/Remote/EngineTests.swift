import CounterpointTestSupport
@_spi(Internals) import CounterpointSupport
import StateSharing
import StateSharingTestSupport
import Testing

/// The operations of the engine itself.
@Suite(.ends) struct EngineTests {
  private let engine = InMemorySharedEngine<Int>()

  @Test func aForeignWriteInBetweenIsKept() async throws {
    let count = try await counter(in: engine, resolve: adding)
    let runs = Recorder<Int>()
    engine.beFaster { [engine] stored in
      runs.note(stored ?? 0)
      // A third program writes in between.
      if runs.entries.count == 1 { engine.store(50, in: "count") }
      return (stored ?? 0) + 1
    }
    count.withLock { $0 += 1 }
    try await count.save()
    #expect(runs.entries == [0, 50])
    #expect(engine.history("count") == [0, 50, 51, 52])
  }

  @Test func eventsReportNoConnectionWhileDisconnected() async throws {
    let count = try await counter(in: engine)
    engine.holdEvents()
    engine.store(1, in: "count")
    engine.compact()
    engine.disconnect()
    engine.deliverEvents()
    #expect(count.wrappedValue == 0)
    #expect(count.loadError is SharedEngineDisconnected)
    engine.connect()
    #expect(count.wrappedValue == 1)
    #expect(count.loadError == nil)
  }

  @Test func aReconnectionIsReportedIfNothingIsStored() async throws {
    @Shared(.engine("count", engine)) var count = 5
    let shared = $count
    try await shared.load()
    engine.disconnect()
    #expect(shared.loadError is SharedEngineDisconnected)
    engine.connect()
    #expect(shared.loadError == nil)
    #expect(shared.wrappedValue == 5)
  }
}
