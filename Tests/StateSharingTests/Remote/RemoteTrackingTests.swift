import CounterpointTestSupport
@_spi(Internals) import StateSharing
import StateSharingTestSupport
import Testing

/// A test that asserts changes sees all of its changes of a remote value: `contract/sharing.md` X-08.
@Suite(.ends) struct RemoteTrackingTests {
  private let engine = InMemorySharedEngine<Int>()
  private let tracker = SharedChangeTracker(reportUnassertedChanges: false)

  @Test func aRebasedChangeIsTrackedAsOneChange() async throws {
    let count = try await counter(5, in: engine, resolve: adding)
    let hold = engine.hold(.write)
    tracker.track { count.withLock { $0 += 1 } }
    await hold.reached()
    engine.store(100, in: "count")
    hold.letGo()
    try await count.save()
    #expect(count.wrappedValue == 101)
    tracker.assert {
      // The values before the change and after the rebase.
      #expect(count.wrappedValue == 5)
      #expect(count != count)
      count.withLock { $0 = 101 }
      #expect(count == count)
    }
  }

  @Test func aChangeDuringATransactionIsTrackedWithIt() async throws {
    let count = try await counter(5, in: engine, resolve: adding)
    let hold = engine.hold(.write)
    let isDone = Task { [tracker] in
      try await tracker.track { try await count.withTransaction { $0 += 10 } }
    }
    await hold.reached()
    tracker.track { count.withLock { $0 += 1 } }
    hold.letGo()
    try await isDone.value
    try await count.save()
    #expect(engine.history("count") == [5, 15, 16])
    tracker.assert {
      #expect(count.wrappedValue == 5)
      #expect(count != count)
      count.withLock { $0 = 16 }
      #expect(count == count)
    }
  }

  @Test func aTransactionWithAConcurrentChangeIsTracked() async throws {
    // The concurrent change is not tracked. It hides the value of the transaction until it is stored.
    let count = try await counter(5, in: engine, resolve: adding)
    let hold = engine.hold(.write)
    let isDone = Task { [tracker] in
      try await tracker.track { try await count.withTransaction { $0 += 10 } }
    }
    await hold.reached()
    count.withLock { $0 += 1 }
    hold.letGo()
    try await isDone.value
    try await count.save()
    #expect(count.wrappedValue == 16)
    #expect(tracker.hasChanges)
  }
}
