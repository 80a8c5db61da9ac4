import ControlledClocks
@testable import CounterpointCore
import CounterpointTestSupport
import Testing

/// Debounced effects.
///
/// The tasks here are not controlled. So each test waits until the tasks sleep before it advances the time, and until
/// their effects have ended before it checks the outcome.
@MainActor
@Suite struct DebounceTests {
  enum Action: Sendable {
    case type(Int), found(Int), stop(Int), nothing, work
  }

  let clock = TestClock()
  let log = Recorder<String>()
  let gate = Gate()
  let begun = Gate()

  /// Debounces for a second, under the tens of a number, an action and work that both carry the number.
  private func makeStore() -> Store<[Int], Action> {
    Store(initialState: []) {
      Reduce<[Int], Action> { [clock, log, gate, begun] state, action in
        switch action {
        case .type(let number):
          return .merge(.send(.found(number)), .run { _ in log.note("work \(number)") })
            .debounce(id: number / 10, for: .seconds(1), clock: clock)
        case .found(let number):
          state.append(number)
          return .none
        case .stop(let id):
          return .cancel(id: id)
        case .nothing:
          return Effect.none.debounce(id: 0, for: .seconds(1), clock: clock)
        case .work:
          return .run { send in
            begun.open()
            try await gate.pass()
            await send(.found(-1))
          }
          .debounce(id: 0, for: .seconds(1), clock: clock)
        }
      }
    }
  }

  private func found(_ store: Store<[Int], Action>) -> [Int] { store.withState { $0 } }

  @Test func nothingHappensBeforeTheTimeIsOver() async throws {
    let store = makeStore()
    let task = store.send(.type(1))
    #expect(found(store) == [])
    try await clock.waitForSleepers()
    await clock.advance(by: .milliseconds(999))
    #expect(found(store) == [])
    #expect(log.entries == [])
    await clock.advance(by: .milliseconds(1))
    await task.finish()
    #expect(found(store) == [1])
    #expect(log.entries == ["work 1"])
  }

  @Test func theNextOneTakesItsPlace() async throws {
    let store = makeStore()
    var tasks: [StoreTask] = []
    for number in 1...3 {
      tasks.append(store.send(.type(number)))
      try await clock.waitForSleepers()
      await clock.advance(by: .milliseconds(600))
    }
    tasks.append(store.send(.type(4)))
    try await clock.waitForSleepers()
    await clock.advance(by: .seconds(1))
    for task in tasks { await task.finish() }
    #expect(found(store) == [4])
    #expect(log.entries == ["work 4"])
    try await clock.checkSuspension()
    #expect(store.core.hub.cancellations.isEmpty)
  }

  @Test func theLastOfOneTurnStays() async throws {
    let store = makeStore()
    let tasks = (1...3).map { store.send(.type($0)) }
    try await clock.waitForSleepers()
    await clock.advance(by: .seconds(1))
    for task in tasks { await task.finish() }
    #expect(found(store) == [3])
  }

  @Test func theNextOneCancelsWhatHasBegun() async throws {
    let store = makeStore()
    let working = store.send(.work)
    try await clock.waitForSleepers()
    await clock.advance(by: .seconds(1))
    await begun.wait()
    let next = store.send(.type(1))
    await working.finish()
    try await clock.waitForSleepers()
    await clock.advance(by: .seconds(1))
    await next.finish()
    #expect(found(store) == [1])
  }

  @Test func idsAndStoresDoNotMeet() async throws {
    let store = makeStore()
    let other = makeStore()
    let tasks = [store.send(.type(1)), store.send(.type(11)), other.send(.type(2))]
    try await clock.waitForSleepers(3)
    await clock.advance(by: .seconds(1))
    for task in tasks { await task.finish() }
    #expect(found(store).sorted() == [1, 11])
    #expect(found(other) == [2])
  }

  @Test func cancellingForgetsWhatWaits() async throws {
    let store = makeStore()
    let task = store.send(.type(1))
    try await clock.waitForSleepers()
    store.send(.stop(0))
    await task.finish()
    try await clock.checkSuspension()
    #expect(found(store) == [])
    #expect(log.entries == [])
  }

  @Test func noneCancelsNothing() async throws {
    let store = makeStore()
    let task = store.send(.type(1))
    #expect(store.send(.nothing) == StoreTask(nil))
    try await clock.waitForSleepers()
    await clock.advance(by: .seconds(1))
    await task.finish()
    #expect(found(store) == [1])
  }

  @Test(arguments: [Embedding.rows, .path])
  func childrenDoNotMeet(_ embedding: Embedding) async throws {
    let bench = ThrottledTwigs(embedding) { [clock] in $0.debounce(id: 0, for: .seconds(1), clock: clock) }
    let tasks = [bench.bump(0), bench.bump(0), bench.bump(1)]
    try await clock.waitForSleepers(2)
    await clock.advance(by: .seconds(1))
    for task in tasks { await task.finish() }
    #expect(bench.values == [1, 1])
  }

  @Test func aChildThatGoesTakesItsEffectAlong() async throws {
    let bench = ThrottledTwigs(.rows) { [clock] in $0.debounce(id: 0, for: .seconds(1), clock: clock) }
    let task = bench.bump(0)
    try await clock.waitForSleepers()
    let reported = await issues {
      bench.remove(0)
      await task.finish()
      await clock.advance(by: .seconds(1))
    }
    #expect(reported.isEmpty)
    #expect(bench.values == [0])
  }

  @Test func aClockThatCanNotSleepIsReportedAndHoldsNothingBack() async {
    let store = Store(initialState: 0) {
      Reduce<Int, Bool> { state, isStart in
        guard isStart else {
          state += 1
          return .none
        }
        return .send(false).debounce(id: 0, for: .seconds(1), clock: BrokenClock())
      }
    }
    let reported = await issues { await store.send(true).finish() }
    #expect(reported.map(\.fileID) == [#fileID])
    #expect(reported.first?.message.contains("BrokenClock.Broken") == true)
    #expect(store.withState { $0 } == 1)
  }
}
