import CounterpointTestSupport
import Foundation
@_spi(Internals) import CounterpointSupport
import StateSharing
import StateSharingTestSupport
import Testing

/// The requests to a key.
@Suite(.ends) struct RemoteRequestTests {
  private let engine = InMemorySharedEngine<Int>()
  private let log = WatchedKey.Log()

  /// Returns a stored number; loading it is the first request.
  private func watched() async throws -> Shared<Int> {
    engine.store(0, in: "count")
    return try await Shared<Int>(require: WatchedKey(base: .engine("count", engine, resolve: adding), log: log))
  }

  private func isUnknown(_ error: (any Error)?) -> Bool {
    if case .unknownOutcome? = error as? SharedStorageError { true } else { false }
  }

  /// Adds one, begins to save while the write is held, and releases the write.
  private func saveOne(more count: Shared<Int>, heldAt hold: SharedEngineHold) async -> Task<Void, any Error> {
    count.withLock { $0 += 1 }
    await hold.reached()
    defer { hold.letGo() }
    return count.beginSaving()
  }

  @Test func aChangeWithManyConflictsBecomesUrgent() async throws {
    let count = try await watched()
    engine.beFaster(times: 10)
    let start = ContinuousClock.now
    count.withLock { $0 += 1 }
    try await count.save()
    let end = ContinuousClock.now
    let requests = log.requests.entries.dropFirst()
    // The first retries commit to the value of the conflict, and need no read.
    #expect(requests.map(\.attempt) == [1, 9, 10, 11])
    #expect(requests.map(\.isUrgent) == [false, true, true, true])
    #expect(requests.allSatisfy { $0.deadline >= start + .seconds(5) && $0.deadline <= end + .seconds(5) })
  }

  @Test func aTransactionWithManyConflictsBecomesUrgent() async throws {
    let count = try await watched()
    engine.beFaster(times: 3)
    let start = ContinuousClock.now
    try await count.withTransaction(attempts: 4, timeout: .seconds(70)) { $0 += 1 }
    let end = ContinuousClock.now
    let requests = log.requests.entries.dropFirst()
    #expect(requests.map(\.attempt) == [1, 3, 4])
    #expect(requests.map(\.isUrgent) == [false, true, true])
    #expect(requests.allSatisfy { $0.deadline >= start + .seconds(70) && $0.deadline <= end + .seconds(70) })
  }

  @Test func eachTransactionEnds() async throws {
    let count = try await watched()
    #expect(log.isEven)
    // The closure fails.
    await #expect(throws: Failure.self) { try await count.withTransaction { _ in throw Failure() } }
    #expect(log.isEven)
    // An answer is lost, and the write is found.
    engine.loseAnswers()
    try await count.withTransaction { $0 += 1 }
    #expect(log.isEven)
    engine.loseAnswers()
    try await count.withTransaction(attempts: 1) { $0 += 1 }
    #expect(log.isEven)
    // An answer is lost, and the write is not stored.
    engine.loseRequests()
    await #expect(throws: SharedStorageError.self) { try await count.withTransaction(attempts: 1) { $0 += 1 } }
    #expect(log.isEven)
    // The storage has forgotten the id.
    let answer = engine.hold(.answer)
    engine.loseAnswers()
    let forgotten = Task { try await count.withTransaction { $0 += 1 } }
    await answer.reached()
    engine.store(100, in: "count")
    engine.store(100, in: "count")
    engine.compact()
    answer.letGo()
    await #expect(throws: SharedStorageError.self) { try await forgotten.value }
    #expect(log.isEven)
  }

  @Test func eachRequestForAChangeEnds() async throws {
    // A change that is lost before its write, and one whose write is found.
    engine.store(0, in: "count")
    let count = try await Shared<Int>(require: WatchedKey(base: .engine("count", engine), log: log))
    engine.holdEvents()
    engine.store(100, in: "count")
    count.withLock { $0 += 1 }
    await #expect(throws: SharedStorageError.self) { try await count.save() }
    #expect(log.isEven)
    #expect(log.commits.entries.isEmpty)
    let answer = engine.hold(.answer)
    engine.loseAnswers()
    let saved = await saveOne(more: count, heldAt: answer)
    try await saved.value
    #expect(log.commits.entries == [101])
    #expect(log.isEven)
  }

  @Test func aRefusalDoesNotHideThatAWriteWasStored() async throws {
    let count = try await watched()
    // The load, the attempt whose answer is lost, and the one that is refused.
    log.refusals.withLock { $0.requests = [3] }
    let answer = engine.hold(.answer)
    engine.loseAnswers()
    let saved = await saveOne(more: count, heldAt: answer)
    try await saved.value
    #expect(engine.history("count") == [0, 1])
    #expect(count.saveError == nil)
    #expect(log.isEven)
  }

  @Test func aRefusalDoesNotHideThatAWriteMayBeStored() async throws {
    let count = try await watched()
    // The first is lost on the way, and the second is refused. Whether the first arrives is unknown.
    log.refusals.withLock { $0.commits = [2] }
    let write = engine.hold(.write)
    engine.loseRequests()
    let saved = await saveOne(more: count, heldAt: write)
    let error = await #expect(throws: SharedStorageError.self) { try await saved.value }
    #expect(isUnknown(error))
    #expect(isUnknown(count.saveError))
    #expect(log.isEven)
  }

  @Test func aRefusalIsThrownIfTheWriteCanNoLongerBeStored() async throws {
    let count = try await watched()
    log.refusals.withLock { $0.commits = [2] }
    let write = engine.hold(.write)
    engine.loseRequests()
    count.withLock { $0 += 1 }
    await write.reached()
    engine.holdEvents()
    engine.store(100, in: "count")
    let saved = count.beginSaving()
    write.letGo()
    let error = await #expect(throws: SharedStorageError.self) { try await saved.value }
    guard case .refused? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(log.commits.entries == [1, 101])
  }

  @Test func aRefusalIsThrownIfTheLookupFindsNoWrite() async throws {
    let count = try await watched()
    log.refusals.withLock { $0.commits = [2] }
    let write = engine.hold(.write)
    engine.loseRequests()
    count.withLock { $0 += 1 }
    await write.reached()
    engine.holdEvents()
    let again = engine.hold(.read)
    let saved = count.beginSaving()
    write.letGo()
    await again.reached()
    // The second write is refused, and then the first is looked up.
    let look = engine.hold(.read)
    again.letGo()
    await look.reached()
    engine.store(100, in: "count")
    look.letGo()
    let error = await #expect(throws: SharedStorageError.self) { try await saved.value }
    guard case .refused? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(log.commits.entries == [1, 1])
    #expect(log.isEven)
  }
}
