import CounterpointTestSupport
@_spi(Internals) import CounterpointSupport
import StateSharing
import Testing

/// The rows of the table in `contract/sharing.md` §1.4.
@Suite struct LoadingTests {
  private let place = ScriptedKey<Int>.Place()
  private func shared() -> Shared<Int> { Shared(wrappedValue: 10, ScriptedKey(place)) }
  private func load() -> LoadContinuation<Int> { place.nextLoad()! }

  @Test func beforeTheFirstAnswer() {
    let count = shared()
    #expect(count.wrappedValue == 10)
    #expect(count.isLoading)
    #expect(count.loadError == nil)
    load().resumeReturningInitialValue()
  }

  @Test func theFirstAnswerIsAValue() {
    let count = shared()
    load().resume(returning: 5)
    #expect(count.wrappedValue == 5)
    #expect(!count.isLoading)
  }

  @Test func theFirstAnswerIsAbsence() {
    let count = shared()
    load().resumeReturningInitialValue()
    #expect(count.wrappedValue == 10)
    #expect(!count.isLoading)
  }

  @Test func anUnstableConnectionKeepsTheValue() throws {
    let count = shared()
    load().resume(returning: 5)
    let subscriber = try #require(place.subscriber)
    subscriber.yieldConnection(.degraded(Failure()))
    #expect(count.wrappedValue == 5 && !count.isLoading)
    #expect(count.loadError is Failure)
    subscriber.yieldConnection(.resyncing)
    #expect(count.isLoading && count.loadError is Failure)
    subscriber.yield(6)
    #expect(count.wrappedValue == 6 && !count.isLoading && count.loadError == nil)
    subscriber.yieldConnection(.resyncing)
    subscriber.yieldConnection(.connected)
    #expect(!count.isLoading && count.loadError == nil)
  }

  @Test func versionsOnlyGrow() throws {
    let count = shared()
    load().resume(returning: 1, version: SharedVersion(5))
    let seen = Recorder<Int>()
    let subscription = count.publisher.sink { seen.note($0) }
    let subscriber = try #require(place.subscriber)
    subscriber.yield(2, version: SharedVersion(7))
    subscriber.yield(3, version: SharedVersion(6))
    subscriber.yieldReturningInitialValue(version: SharedVersion(7))
    subscriber.yield(4, version: SharedVersion(8))
    subscriber.yieldReturningInitialValue(version: SharedVersion(9))
    #expect(seen.entries == [1, 2, 4, 10])
    subscription.cancel()
  }

  @Test func theFirstAnswerIsAFailure() {
    let count = shared()
    load().resume(throwing: Failure())
    #expect(count.wrappedValue == 10)
    #expect(!count.isLoading)
    #expect(count.loadError is Failure)
  }

  @Test func aSynchronousAnswerIsAvailableAtOnce() {
    place.script.withLock { $0.answer = { .success(3) } }
    let count = shared()
    #expect(!count.isLoading)
    #expect(count.wrappedValue == 3)
  }

  @Test func loadingExplicitlyFindsAValueOrKeepsTheOld() async throws {
    let answer = Recorder<Int>()
    place.script.withLock { $0.answer = { .success(answer.entries.last) } }
    let count = shared()
    count.withLock { $0 = 20 }
    try await count.load()
    #expect(count.wrappedValue == 20)
    answer.note(5)
    try await count.load()
    #expect(count.wrappedValue == 5)
  }

  @Test func loadingExplicitlyFails() async {
    place.script.withLock { $0.answer = { .failure(Failure()) } }
    let count = shared()
    await #expect(throws: Failure.self) { try await count.load() }
    #expect(count.loadError is Failure)
    #expect(count.wrappedValue == 10)
    place.script.withLock { $0.answer = { .success(1) } }
    try? await count.load()
    #expect(count.loadError == nil)
  }

  @Test func subscribersSetResetFailAndLoad() {
    let count = shared()
    load().resume(returning: 1)
    place.subscriber?.yield(2)
    #expect(count.wrappedValue == 2)
    place.subscriber?.yield(throwing: Failure())
    #expect(count.wrappedValue == 2)
    #expect(count.loadError is Failure)
    place.subscriber?.yieldLoading()
    #expect(count.isLoading)
    place.subscriber?.yieldReturningInitialValue()
    #expect(count.wrappedValue == 10)
    #expect(count.loadError == nil)
    #expect(!count.isLoading)
    #expect(place.saved.entries == [])
  }

  @Test func aLateFirstAnswerDoesNotUndoAChange() {
    let count = shared()
    count.withLock { $0 = 20 }
    load().resume(returning: 5)
    #expect(count.wrappedValue == 20)
    #expect(!count.isLoading)
  }

  @Test func aLateFirstAnswerDoesNotUndoAForeignChange() {
    let count = shared()
    place.subscriber?.yield(7)
    load().resume(returning: 5)
    #expect(count.wrappedValue == 7)
  }

  @Test func loadingEndsWithTheLast() {
    let count = shared()
    let first = load()
    let task = Task { try await count.load() }
    withExtendedLifetime(task) {
      first.resume(returning: 1)
      #expect(count.wrappedValue == 1)
    }
    task.cancel()
  }

  @Test func versionsDecide() {
    let count = shared()
    load().resume(returning: 5, version: SharedVersion(5))
    place.subscriber?.yield(4, version: SharedVersion(4))
    place.subscriber?.yield(50, version: SharedVersion(5))
    #expect(count.wrappedValue == 5)
    place.subscriber?.yield(6, version: SharedVersion(6))
    #expect(count.wrappedValue == 6)
    place.subscriber?.yieldReturningInitialValue(version: SharedVersion(7))
    #expect(count.wrappedValue == 10)
  }

  @Test func cancellingEndsTheWait() async {
    let count = shared()
    load().resume(returning: 1)
    let task = Task { try await count.load() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    place.nextLoad()?.resume(returning: 8)
    #expect(count.wrappedValue == 8 || count.wrappedValue == 1)
  }

  @Test func aRequiredValueMustBeStored() async throws {
    place.script.withLock { $0.answer = { .success(3) } }
    #expect(try await Shared(require: ScriptedKey(place)).wrappedValue == 3)
    place.script.withLock { $0.answer = { .success(nil) } }
    await #expect(throws: SharedStorageError.self) { _ = try await Shared(require: ScriptedKey(place)) }
    place.script.withLock { $0.answer = { .failure(Failure()) } }
    await #expect(throws: Failure.self) { _ = try await SharedReader(require: ScriptedKey(place)) }
  }
}
