import CounterpointTestSupport
import CounterpointSupport
import StateSharing
import Testing

/// `init(require:)` with concurrent changes by this program and others.
@Suite(.ends) struct RequireTests {
  private let place = ScriptedKey<Int>.Place()
  private let engine = InMemorySharedEngine<Int>()

  /// Begins to require the value, and goes on to where the key has been asked for it.
  private func beginRequiring() throws -> (
    wrapper: Task<Shared<Int>, any Error>, executor: ManualExecutor, load: LoadContinuation<Int>
  ) {
    let executor = ManualExecutor()
    let wrapper = Task(executorPreference: executor) { try await Shared(require: ScriptedKey(place)) }
    executor.run()
    return (wrapper, executor, try #require(place.nextLoad()))
  }

  @Test func whatOthersStoreWhileItIsLoadedIsSeen() async throws {
    let (wrapper, executor, load) = try beginRequiring()
    // In order, and with what is said of the connection.
    place.subscriber?.yield(6)
    place.subscriber?.yield(7)
    place.subscriber?.yieldLoading()
    load.resume(returning: 5)
    executor.run()
    let count = try await wrapper.value
    #expect(count.wrappedValue == 7)
    #expect(count.isLoading)
    // From now on it is told of each change, once and by one subscription.
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

  @Test func nothingIsFollowedWhereNothingIsStored() async throws {
    let (wrapper, executor, load) = try beginRequiring()
    load.resumeReturningInitialValue()
    executor.run()
    await #expect(throws: SharedStorageError.self) { try await wrapper.value }
    #expect(place.subscribers.withLock(\.count) == 1)
    #expect(place.cancelled.entries == [1])
  }

  @Test func aValueThatIsInUseIsLoadedAnew() async throws {
    let other = Shared(wrappedValue: 10, ScriptedKey(place))
    place.nextLoad()?.resume(returning: 1)
    other.withLock { $0 = 20 }
    let (wrapper, executor, load) = try beginRequiring()
    load.resume(returning: 5)
    executor.run()
    // What was changed before it began to load is older.
    #expect(try await wrapper.value.wrappedValue == 5)
    #expect(other.wrappedValue == 5)
    #expect(try await wrapper.value.isSame(as: other))
    #expect(place.subscribers.withLock(\.count) == 1)
  }

  @Test func aChangeMadeHereMeanwhileIsNewer() async throws {
    let other = Shared(wrappedValue: 10, ScriptedKey(place))
    place.nextLoad()?.resume(returning: 1)
    let (wrapper, executor, load) = try beginRequiring()
    other.withLock { $0 = 21 }
    load.resume(returning: 5)
    executor.run()
    #expect(try await wrapper.value.wrappedValue == 21)
  }

  @Test func aWrapperThatCameMeanwhileIsTheSame() async throws {
    let (wrapper, executor, load) = try beginRequiring()
    let other = Shared(wrappedValue: 10, ScriptedKey(place))
    place.nextLoad()?.resume(returning: 6)
    load.resume(returning: 5)
    executor.run()
    // Asked once more: what this one has loaded is the older.
    place.nextLoad()?.resume(returning: 6)
    executor.run()
    let count = try await wrapper.value
    #expect(count.wrappedValue == 6)
    #expect(count.isSame(as: other))
    #expect(place.cancelled.entries == [1])
  }

  @Test func ofAValueOnAServerTheVersionDecides() async throws {
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

  @Test func whatIsRequiredIsKnownToBeStored() async throws {
    let count = try await counter(3, in: engine)
    #expect(engine.readCount == 1)
    try await count.save()
    // There is nothing to store, and nothing to ask.
    #expect(engine.readCount == 1)
    #expect(engine.history("count") == [3])
  }
}
