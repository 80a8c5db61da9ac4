import CounterpointTestSupport
@_spi(Internals) import CounterpointSupport
import StateSharing
import StateSharingTestSupport
import Testing

/// Tests of `init(require:)` with concurrent changes by this program and others.
@Suite(.ends) struct RequireTests {
  private let place = ScriptedKey<Int>.Place()
  private let engine = InMemorySharedEngine<Int>()

  /// Begins to require the value, and returns when the key's load has been called.
  private func beginRequiring() throws -> (
    wrapper: Task<Shared<Int>, any Error>, executor: ManualExecutor, load: LoadContinuation<Int>
  ) {
    let executor = ManualExecutor()
    let wrapper = Task(executorPreference: executor) { try await Shared(require: ScriptedKey(place)) }
    executor.run()
    return (wrapper, executor, try #require(place.nextLoad()))
  }

  @Test func foreignChangesDuringTheLoadAreApplied() async throws {
    let (wrapper, executor, load) = try beginRequiring()
    // In order, together with the state of the connection.
    place.subscriber?.yield(6)
    place.subscriber?.yield(7)
    place.subscriber?.yieldLoading()
    load.resume(returning: 5)
    executor.run()
    let count = try await wrapper.value
    #expect(count.wrappedValue == 7)
    #expect(count.isLoading)
    // Each later change is delivered once, by one subscription.
    let seen = Recorder<Int>()
    let subscription = count.publisher.sink { seen.note($0) }
    place.subscriber?.yield(8)
    #expect(seen.entries == [7, 8])
    #expect(!count.isLoading)
    #expect(place.subscribers.withLock(\.count) == 1)
    #expect(place.cancelled.entries == [])
    subscription.cancel()
  }

  @Test func theSubscriptionEndsWithTheLastWrapper() async throws {
    place.script.withLock { $0.answer = { .success(1) } }
    func require() async throws {
      let count = try await Shared(require: ScriptedKey(place))
      #expect(count.wrappedValue == 1)
      #expect(place.cancelled.entries == [])
    }
    try await require()
    #expect(place.cancelled.entries == [1])
  }

  @Test func withoutAStoredValueThereIsNoSubscription() async throws {
    let (wrapper, executor, load) = try beginRequiring()
    load.resumeReturningInitialValue()
    executor.run()
    await #expect(throws: SharedStorageError.self) { try await wrapper.value }
    #expect(place.subscribers.withLock(\.count) == 1)
    #expect(place.cancelled.entries == [1])
  }

  @Test func aValueInUseIsLoadedAgain() async throws {
    let other = Shared(wrappedValue: 10, ScriptedKey(place))
    place.nextLoad()?.resume(returning: 1)
    other.withLock { $0 = 20 }
    let (wrapper, executor, load) = try beginRequiring()
    load.resume(returning: 5)
    executor.run()
    // A change made before the load began is older.
    #expect(try await wrapper.value.wrappedValue == 5)
    #expect(other.wrappedValue == 5)
    #expect(try await wrapper.value.isSame(as: other))
    #expect(place.subscribers.withLock(\.count) == 1)
  }

  @Test func aLocalChangeDuringTheLoadIsNewer() async throws {
    let other = Shared(wrappedValue: 10, ScriptedKey(place))
    place.nextLoad()?.resume(returning: 1)
    let (wrapper, executor, load) = try beginRequiring()
    other.withLock { $0 = 21 }
    load.resume(returning: 5)
    executor.run()
    #expect(try await wrapper.value.wrappedValue == 21)
  }

  @Test func aWrapperCreatedDuringTheLoadSharesTheReference() async throws {
    let (wrapper, executor, load) = try beginRequiring()
    let other = Shared(wrappedValue: 10, ScriptedKey(place))
    place.nextLoad()?.resume(returning: 6)
    load.resume(returning: 5)
    executor.run()
    // The value is loaded again, because this result is older.
    place.nextLoad()?.resume(returning: 6)
    executor.run()
    let count = try await wrapper.value
    #expect(count.wrappedValue == 6)
    #expect(count.isSame(as: other))
    #expect(place.cancelled.entries == [1])
  }

  @Test func theVersionOfARemoteValueDecides() async throws {
    let count = try await counter(in: engine)
    let first = engine.hold(.read)
    let required = Task { [engine] in try await Shared<Int>(require: .engine("count", engine)) }
    await first.reached()
    count.withLock { $0 = 1 }
    try await count.save()
    engine.holdEvents()
    engine.store(9, in: "count")
    first.letGo()
    // The change is newer than the beginning of the load, and older than what it has found.
    #expect(try await required.value.wrappedValue == 9)
    #expect(count.wrappedValue == 9)
  }

  @Test func aRequiredValueCountsAsStored() async throws {
    let count = try await counter(3, in: engine)
    #expect(engine.readCount == 1)
    try await count.save()
    // Nothing needs to be stored or read.
    #expect(engine.readCount == 1)
    #expect(engine.history("count") == [3])
  }
}
