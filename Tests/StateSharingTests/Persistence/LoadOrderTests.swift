import CounterpointTestSupport
import Foundation
@_spi(Internals) import CounterpointSupport
@testable import StateSharing
import StateSharingTestSupport
import Testing

/// The order of a load's answer and of concurrent changes.
@Suite(.ends) struct LoadOrderTests {
  private let engine = InMemorySharedEngine<Int>()

  @Test func anAnswerFromBeforeTheConnectionWasLostClearsNoError() throws {
    let place = ScriptedKey<Int>.Place()
    let count = Shared(wrappedValue: 10, ScriptedKey(place))
    place.subscriber?.yieldConnection(.degraded(Failure()))
    place.nextLoad()?.resume(returning: 5)
    #expect(count.wrappedValue == 5)
    #expect(!count.isLoading)
    #expect(count.loadError is Failure)
    place.subscriber?.yield(6)
    #expect(count.loadError == nil)
  }

  @Test func anAnswerFromAfterTheLossClearsTheError() async throws {
    let place = ScriptedKey<Int>.Place()
    let count = Shared(wrappedValue: 10, ScriptedKey(place))
    place.nextLoad()?.resume(returning: 5)
    place.subscriber?.yieldConnection(.degraded(Failure()))
    place.script.withLock { $0.answer = { .success(6) } }
    try await count.load()
    #expect(count.wrappedValue == 6)
    #expect(count.loadError == nil)
  }

  @Test func theAnswerOfAnEarlierLoadIsIgnored() async throws {
    let place = ScriptedKey<Int>.Place()
    let count = Shared(wrappedValue: 10, ScriptedKey(place))
    let first = try #require(place.nextLoad())
    place.script.withLock { $0.answer = { .success(2) } }
    try await count.load()
    first.resume(returning: 1)
    #expect(count.wrappedValue == 2)
    #expect(!count.isLoading)
  }

  @Test func theErrorOfAnEarlierLoadIsIgnored() async throws {
    let place = ScriptedKey<Int>.Place()
    let count = Shared(wrappedValue: 10, ScriptedKey(place))
    let first = try #require(place.nextLoad())
    place.script.withLock { $0.answer = { .success(2) } }
    try await count.load()
    first.resume(throwing: Failure())
    #expect(count.loadError == nil)
    #expect(!count.isLoading)
  }

  @Test func theAnswerOfAnEarlierLoadCountsIfALaterOneFails() async throws {
    let place = ScriptedKey<Int>.Place()
    let count = Shared(wrappedValue: 10, ScriptedKey(place))
    let first = try #require(place.nextLoad())
    place.script.withLock { $0.answer = { .failure(Failure()) } }
    await #expect(throws: Failure.self) { try await count.load() }
    first.resume(returning: 1)
    #expect(count.wrappedValue == 1)
    #expect(count.loadError == nil)
  }

  /// A file is read by a load and by the watcher. What one has read, the other does not deliver again.
  @Test func anAnswerNewerThanAnArrivalIsApplied() throws {
    let place = ScriptedKey<Int>.Place()
    let count = Shared(wrappedValue: 10, ScriptedKey(place))
    let load = try #require(place.nextLoad())
    place.subscriber?.yield(LoadAnswer(value: 1, revision: 1))
    load.resume(with: LoadAnswer(value: 2, revision: 2))
    #expect(count.wrappedValue == 2)
  }

  @Test func anAnswerOlderThanAnArrivalIsIgnored() throws {
    let place = ScriptedKey<Int>.Place()
    let count = Shared(wrappedValue: 10, ScriptedKey(place))
    let load = try #require(place.nextLoad())
    place.subscriber?.yield(LoadAnswer(value: 2, revision: 2))
    load.resume(with: LoadAnswer(value: 1, revision: 1))
    #expect(count.wrappedValue == 2)
  }

  @Test func theAnswerOfAnEarlierLoadThatHasReadLaterIsApplied() async throws {
    let place = ScriptedKey<Int>.Place()
    let count = Shared(wrappedValue: 10, ScriptedKey(place))
    let first = try #require(place.nextLoad())
    place.script.withLock { $0.answer = { .success(nil) } }
    try await count.load()
    first.resume(with: LoadAnswer(value: 1, revision: 1))
    #expect(count.wrappedValue == 1)
  }

  @Test func anAnswerOlderThanALocalWriteIsIgnored() async throws {
    engine.store(0, in: "count")
    let key = LateKey(base: .engine("count", engine))
    let count = try await Shared(require: key)
    let late = key.holdNextAnswer()
    let loaded = Task { try await count.load() }
    await late.isReached.wait()
    count.withLock { $0 = 1 }
    try await count.save()
    late.isLetGo.send()
    try await loaded.value
    #expect(count.wrappedValue == 1)
  }

  @Test func anAnswerNewerThanALocalWriteIsApplied() async throws {
    let count = try await counter(in: engine)
    let hold = engine.hold(.read)
    let loaded = Task { try await count.load() }
    await hold.reached()
    count.withLock { $0 = 1 }
    try await count.save()
    engine.holdEvents()
    engine.store(2, in: "count")
    hold.letGo()
    try await loaded.value
    #expect(count.wrappedValue == 2)
  }
}

extension LoadOrderTests {
  /// A storage with transactions and late answers to loads.
  private final class Transactional: TransactionalSharedKey {
    let loads = Locked<[LoadContinuation<Int>]>([])
    let version = Locked(UInt64(0))
    var id: ObjectIdentifier { ObjectIdentifier(self) }

    func answer(_ value: Int, _ version: UInt64) {
      loads.withLock { $0.isEmpty ? nil : $0.removeFirst() }?.resume(returning: value, version: SharedVersion(version))
    }

    func load(context: LoadContext<Int>, continuation: LoadContinuation<Int>) {
      loads.withLock { $0.append(continuation) }
    }

    func subscribe(context: LoadContext<Int>, subscriber: SharedSubscriber<Int>) -> SharedSubscription {
      SharedSubscription {}
    }

    func save(_ value: Int, context: SaveContext, continuation: SaveContinuation) { continuation.resume() }

    func begin(_ request: SharedTransactionRequest) throws -> (stored: SharedStored<Int>, ticket: Int) {
      (SharedStored(value: 0, version: SharedVersion(version.withLock { $0 })), 0)
    }

    func commit(_ value: Int, _ ticket: Int) throws -> SharedCommit<Int> {
      .committed(
        SharedVersion(
          version.withLock { version in
            version += 1
            return version
          }
        )
      )
    }

    func rollback(_ ticket: Int) {}
  }

  @Test(arguments: [(UInt64(1), 1), (2, 9)]) func theVersionOrdersAnswersAndTransactions(
    _ version: UInt64,
    _ wanted: Int
  ) {
    let key = Transactional()
    let count = Shared(wrappedValue: 0, key)
    count.withLock { $0 = 1 }
    key.answer(9, version)
    #expect(count.wrappedValue == wanted)
    #expect(!count.isLoading)
  }
}

/// An engine's key whose answers to reads can be delayed by a test.
private struct LateKey: EngineKeyDouble {
  struct Late: Sendable {
    let isReached = Signal(), isLetGo = Signal()
  }

  let base: InMemoryEngineKey<Int>
  private let late = Locked<Late?>(nil)
  var id: InMemoryEngineKeyID { base.id }

  init(base: InMemoryEngineKey<Int>) {
    self.base = base
  }

  func holdNextAnswer() -> Late {
    let next = Late()
    late.withLock { $0 = next }
    return next
  }

  func begin(_ request: SharedTransactionRequest) async throws -> (stored: SharedStored<Int>, ticket: SharedVersion) {
    let late = late.withLock { late in
      defer { late = nil }
      return late
    }
    let begun = try await base.begin(request)
    late?.isReached.send()
    await late?.isLetGo.wait()
    return begun
  }

  func commit(
    _ value: Int,
    _ ticket: SharedVersion,
    writeID: UUID
  ) async throws -> SharedRemoteCommit<Int, SharedVersion> {
    try await base.commit(value, ticket, writeID: writeID)
  }
}
