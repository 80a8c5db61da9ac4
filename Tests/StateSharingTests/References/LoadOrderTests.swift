import CounterpointTestSupport
import Foundation
import Locks
import StateSharing
import Testing

/// What is older, and what is newer, of a load's answer and of what happened while it was under way.
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

  @Test func anAnswerFromAfterwardsClearsIt() async throws {
    let place = ScriptedKey<Int>.Place()
    let count = Shared(wrappedValue: 10, ScriptedKey(place))
    place.nextLoad()?.resume(returning: 5)
    place.subscriber?.yieldConnection(.degraded(Failure()))
    place.script.withLock { $0.answer = { .success(6) } }
    try await count.load()
    #expect(count.wrappedValue == 6)
    #expect(count.loadError == nil)
  }

  @Test func anAnswerThatIsOlderThanWhatWasStoredHereIsIgnored() async throws {
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

  @Test func anAnswerThatIsNewerThanWhatWasStoredHereIsTaken() async throws {
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

/// An engine's key whose answers to who reads are late when a test says so.
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

  func commit(_ value: Int, _ ticket: SharedVersion, writeID: UUID) async throws -> SharedCommit<Int> {
    try await base.commit(value, ticket, writeID: writeID)
  }
}
