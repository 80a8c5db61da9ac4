import CounterpointTestSupport
import Foundation
@_spi(Internals) import CounterpointSupport
@_spi(Internals) import StateSharing
import StateSharingTestSupport
import Testing

@Suite(.ends) struct RemoteTransactionTests {
  private let engine = InMemorySharedEngine<Int>()

  @Test func conflictsRunTheClosureAgain() async throws {
    let count = try await counter(in: engine)
    engine.beFaster(times: 3) { ($0 ?? 0) + 100 }
    let attempts = Recorder<Int>(), seen = Recorder<Int>()
    let subscription = count.publisher.sink { seen.note($0) }
    let tracker = SharedChangeTracker(reportUnassertedChanges: false)
    let result = try await tracker.track {
      try await count.withTransaction {
        attempts.note(SharedTransaction.attempt)
        $0 += 1
        return "\($0)"
      }
    }
    #expect(result == "301")
    #expect(attempts.entries == [1, 2, 3, 4])
    #expect(seen.entries == [0, 301])
    #expect(engine.history("count") == [0, 100, 200, 300, 301])
    tracker.assert {
      // The values before and after the transaction.
      #expect(count.wrappedValue == 0)
      count.withLock { $0 = 301 }
      #expect(count == count)
    }
    subscription.cancel()
  }

  @Test func attemptsEnd() async throws {
    let count = try await counter(in: engine)
    engine.holdEvents()
    engine.beFaster(times: 3) { ($0 ?? 0) + 100 }
    let error = await #expect(throws: SharedStorageError.self) {
      try await count.withTransaction(attempts: 2) { $0 += 1 }
    }
    guard case .conflict(attempts: 2)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(count.wrappedValue == 200)
    #expect(engine.history("count") == [0, 100, 200])
  }

  @Test func concurrentProgramsLoseNoIncrement() async throws {
    engine.store(0, in: "count")
    // The first two always conflict.
    let holds = [engine.hold(.write), engine.hold(.write)]
    try await withThrowingTaskGroup(of: Void.self) { group in
      for program in 1...4 {
        group.addTask {
          let count = try await counter(in: engine, program: "\(program)")
          for _ in 1...500 { try await count.withTransaction(attempts: .max) { $0 += 1 } }
        }
      }
      for hold in holds { await hold.reached() }
      for hold in holds { hold.letGo() }
      try await group.waitForAll()
    }
    #expect(engine.stored("count").value == 2_000)
    #expect(engine.commitCount == 2_000)
    #expect(engine.conflictCount > 0)
  }

  @Test func aClosureThatFailsChangesNothing() async throws {
    let count = try await counter(5, in: engine)
    engine.holdEvents()
    engine.store(7, in: "count")
    await #expect(throws: Failure.self) {
      try await count.withTransaction { count in
        count = 9
        throw Failure()
      }
    }
    #expect(count.wrappedValue == 7)
    #expect(engine.history("count") == [5, 7])
  }

  @Test func earlierChangesAreStoredFirst() async throws {
    let count = try await counter(in: engine)
    let hold = engine.hold(.write)
    count.withLock { $0 = 1 }
    await hold.reached()
    count.withLock { $0 = 2 }
    let isDone = Task { try await count.withTransaction { $0 += 10 } }
    hold.letGo()
    try await isDone.value
    #expect(engine.history("count") == [0, 1, 2, 12])
    #expect(engine.conflictCount == 0)
  }

  @Test func aConcurrentChangeIsStoredAfterTheTransaction() async throws {
    let count = try await counter(in: engine, resolve: adding)
    let hold = engine.hold(.answer)
    let isDone = Task { try await count.withTransaction { $0 += 10 } }
    await hold.reached()
    count.withLock { $0 += 1 }
    #expect(count.wrappedValue == 1)
    hold.letGo()
    try await isDone.value
    try await count.save()
    #expect(engine.history("count") == [0, 10, 11])
    #expect(count.wrappedValue == 11)
  }

  @Test func concurrentChangesDoNotConflictWithTheTransaction() async throws {
    let count = try await counter(in: engine, resolve: adding)
    let hold = engine.hold(.write)
    let isDone = Task { try await count.withTransaction { $0 += 10 } }
    await hold.reached()
    count.withLock { $0 += 1 }
    let saved = Task { try await count.save() }
    // In sequence, because a concurrent use of the storage would conflict with the transaction.
    hold.letGo()
    try await isDone.value
    try await saved.value
    #expect(engine.history("count") == [0, 10, 11])
    #expect(engine.conflictCount == 0)
  }

  @Test func foreignValuesAreShownAfterATransaction() async throws {
    let count = try await counter(in: engine)
    let seen = Recorder<Int>()
    let subscription = count.publisher.sink { seen.note($0) }
    let hold = engine.hold(.answer)
    let isDone = Task { try await count.withTransaction { $0 += 1 } }
    await hold.reached()
    engine.store(50, in: "count")
    hold.letGo()
    try await isDone.value
    #expect(seen.entries == [0, 1, 50])
    subscription.cancel()
  }

  @Test func aTransactionOfAFieldStoresTheWholeValue() async throws {
    struct Pair: Sendable, Equatable { var left = 0, right: Int? = 0 }
    let engine = InMemorySharedEngine<Pair>()
    engine.store(Pair(), in: "pair")
    let pair = try await Shared<Pair>(require: .engine("pair", engine))
    engine.beFaster { Pair(left: $0?.left ?? 0, right: 5) }
    try await pair.left.withTransaction { $0 += 1 }
    #expect(engine.stored("pair").value == Pair(left: 1, right: 5))
    let right = try #require(Shared(pair.right))
    try await right.withTransaction { $0 += 1 }
    #expect(pair.wrappedValue == Pair(left: 1, right: 6))
    #expect(engine.stored("pair").value == pair.wrappedValue)
  }

  @Test func aCanceledTransactionKnowsItsOutcome() async throws {
    let count = try await counter(in: engine)
    let hold = engine.hold(.answer)
    engine.loseAnswers()
    let isDone = Task { try await count.withTransaction { $0 += 1 } }
    await hold.reached()
    isDone.cancel()
    hold.letGo()
    // It was stored before the cancellation, which the lookup finds.
    try await isDone.value
    #expect(count.wrappedValue == 1)
    // If no write is in progress, no further attempt begins.
    let late = Task {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      try await count.withTransaction { $0 += 1 }
    }
    await #expect(throws: CancellationError.self) { try await late.value }
    #expect(engine.history("count") == [0, 1])
  }
}
