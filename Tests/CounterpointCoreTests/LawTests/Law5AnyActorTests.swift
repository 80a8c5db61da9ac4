import CounterpointCore
import Dispatch
import Testing

/// Law 5: a store lives on the actor that made it, whichever that is.
@Suite struct Law5AnyActorTests {
  /// Adds up what it is sent, at once and by way of an effect.
  struct Sum: Reducer {
    var body: some Reducer<Int, Int> {
      Reduce { state, action in
        state = state &* 31 &+ action
        switch action {
        case 0: return .none
        case _ where action.isMultiple(of: 2): return .send(action - 1)
        default: return .run { send in await send(action - 1) }
        }
      }
    }
  }

  /// Takes each action for the next state.
  struct Put: Reducer {
    func reduce(into state: inout Int, action: Int) -> Effect<Int> {
      state = action
      return .none
    }
  }

  actor Connection {
    lazy var store = Store(initialState: 0, isolation: self) { Sum() }

    func run(_ action: Int) async -> Int {
      await store.send(action).finish()
      return store.withState { $0 }
    }
  }

  @globalActor actor Custom {
    static let shared = Custom()
  }

  @Custom final class CustomScreen {
    let store = Store(initialState: 0, on: Custom.shared) { Sum() }

    func run(_ action: Int) async -> Int {
      await store.send(action).finish()
      Custom.shared.assertIsolated()
      return store.withState { $0 }
    }
  }

  @MainActor final class MainScreen {
    let store = Store(initialState: 0, on: MainActor.shared) { Sum() }
    static let shared = Store(initialState: 0, on: MainActor.shared) { Sum() }

    func run(_ action: Int) async -> Int {
      await store.send(action).finish()
      return store.withState { $0 }
    }
  }

  @MainActor private func runOnMain(_ action: Int) async -> Int {
    let store = Store(initialState: 0) { Sum() }
    await store.send(action).finish()
    return store.withState { $0 }
  }

  private static func expected(_ action: Int) -> Int {
    (0...action).reversed().reduce(0) { $0 &* 31 &+ $1 }
  }

  @Test func onTheMainActor() async {
    #expect(await runOnMain(9) == Self.expected(9))
    #expect(await MainScreen().run(9) == Self.expected(9))
    await MainActor.run { #expect(MainScreen.shared.withState { $0 } == 0) }
  }

  @Test func onAPlainActor() async {
    #expect(await Connection().run(9) == Self.expected(9))
  }

  @Test func onACustomGlobalActor() async {
    #expect(await CustomScreen().run(9) == Self.expected(9))
  }

  @Test func onAnActorWithAnExecutorOfItsOwn() async {
    let result = await ThreadActor().run { actor in
      let store = Store(initialState: 0, isolation: actor) { Sum() }
      await store.send(9).finish()
      actor.assertIsolated()
      return store.withState { $0 }
    }
    #expect(result == Self.expected(9))
  }

  @Test func aThousandStoresOnAThousandActorsGiveTheSameAsOnTheMainActor() async {
    let results = await withTaskGroup(of: (Int, Int).self) { group in
      for index in 0..<1_000 {
        group.addTask { (index, await Connection().run(index % 17)) }
      }
      return await group.reduce(into: [Int: Int]()) { $0[$1.0] = $1.1 }
    }
    #expect(results.count == 1_000)
    for action in 0..<17 {
      let onMain = await runOnMain(action)
      #expect(onMain == Self.expected(action))
      #expect(stride(from: action, to: 1_000, by: 17).allSatisfy { results[$0] == onMain })
    }
  }

  @Test func reducersListenersAndTransformsRunOnTheStoresActor() async {
    let count = await ThreadActor().run { actor in
      let store = Store(initialState: 0, isolation: actor) {
        Reduce<Int, Int> { state, action in
          actor.assertIsolated()
          state += 1
          return action > 0 ? .run { send in await send(action - 1) } : .none
        }
      }
      let viewStore = store.view
      let token = viewStore.observe { _ in actor.assertIsolated() }
      await viewStore.send(5).finish()
      token.cancel()
      return viewStore.state
    }
    #expect(count == 6)
  }

  // The text is the store's own, because that of Swift's runtime does not mention stores, and on the main actor there
  // is none.

  @Test func aStoreSentToOffTheMainActorStopsTheProgramWithAdvice() async throws {
    let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let smuggled = await MainActor.run { Unchecked(Store(initialState: 0) { EmptyReducer<Int, Int>() }) }
      await Connection().use { smuggled.value.send(1) }
    }
    expectAdvice(in: result.standardErrorContent)
  }

  @Test func aStoreOfTheMainActorOnAThreadWithoutATaskStopsTheProgramWithAdvice() async throws {
    let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let smuggled = await MainActor.run { Unchecked(Store(initialState: 0) { EmptyReducer<Int, Int>() }) }
      await withCheckedContinuation { continuation in
        DispatchQueue(label: "other").async {
          smuggled.value.send(1)
          continuation.resume()
        }
      }
    }
    expectAdvice(in: result.standardErrorContent)
  }

  @Test func aStoreReadOffItsActorStopsTheProgramWithAdvice() async throws {
    let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let connection = Connection()
      let smuggled = await connection.smuggle()
      await MainActor.run { smuggled.value.withState { _ in } }
      withExtendedLifetime(connection) {}
    }
    expectAdvice(in: result.standardErrorContent)
  }

  @Test func aStoreOffTheExecutorOfItsActorStopsTheProgramWithAdvice() async throws {
    let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let actor = AskableActor()
      let smuggled = await actor.smuggle()
      await Connection().use { smuggled.value.send(1) }
      withExtendedLifetime(actor) {}
    }
    expectAdvice(in: result.standardErrorContent)
  }

  @Test func aStoreWhoseExecutorCannotTellStopsTheProgram() async {
    await #expect(processExitsWith: .failure) {
      let actor = ThreadActor()
      let smuggled = await actor.run { Unchecked(Store(initialState: 0, isolation: $0) { EmptyReducer<Int, Int>() }) }
      await Connection().use { smuggled.value.send(1) }
      withExtendedLifetime(actor) {}
    }
  }

  @Test func aBlockOfTheMainQueueIsOnTheMainActor() async {
    let smuggled = await MainActor.run { Unchecked(Store(initialState: 0) { Put() }) }
    let state = await withCheckedContinuation { continuation in
      DispatchQueue.main.async {
        smuggled.value.send(7)
        continuation.resume(returning: smuggled.value.withState { $0 })
      }
    }
    #expect(state == 7)
    await MainActor.run { withExtendedLifetime(smuggled) {} }
  }

  @Test func aBlockOfTheQueueOfAnExecutorIsOnItsActor() async {
    let actor = AskableActor()
    let smuggled = await actor.smuggle()
    let state: Int = actor.queue.sync {
      smuggled.value.send(7)
      return smuggled.value.withState { $0 }
    }
    #expect(state == 7)
  }

  private func expectAdvice(in standardError: [UInt8]) {
    let text = String(decoding: standardError, as: UTF8.self)
    #expect(text.contains("A store was used off its actor."))
    #expect(text.contains("'await ref.send(action)'"))
  }
}

/// An actor whose executor is a queue, and can be asked whether it isolates the caller.
private actor AskableActor {
  private lazy var store = Store(initialState: 0, isolation: self) { Law5AnyActorTests.Put() }
  private let executor = QueueExecutor()

  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }
  nonisolated var queue: DispatchQueue { executor.queue }

  func smuggle() -> Unchecked<Store<Int, Int>> {
    Unchecked(store)
  }

  private final class QueueExecutor: SerialExecutor {
    let queue = DispatchQueue(label: "queue executor")
    private let key = DispatchSpecificKey<Bool>()

    init() {
      queue.setSpecific(key: key, value: true)
    }

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { unsafe job.runSynchronously(on: unsafe self.asUnownedSerialExecutor()) }
    }

    func isIsolatingCurrentContext() -> Bool? {
      DispatchQueue.getSpecific(key: key) == true
    }

    func checkIsolated() {
      dispatchPrecondition(condition: .onQueue(queue))
    }
  }
}

extension Law5AnyActorTests.Connection {
  func use(_ body: @Sendable () -> Void) {
    body()
  }

  func smuggle() -> Unchecked<Store<Int, Int>> {
    Unchecked(store)
  }
}
