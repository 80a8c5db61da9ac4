@_spi(Internals) import CounterpointSupport
import ControlledClocks
@testable import CounterpointCore
import CounterpointTestSupport
import Testing

/// Throttled effects.
///
/// The tasks here are not controlled. So each test waits until the tasks sleep before it advances the time, and until
/// the actions have been handled before it checks the outcome.
@MainActor
@Suite struct ThrottleTests {
  enum Action: Sendable {
    case send(Int), run([Int]), stop, handled(Int)
  }

  let clock = TestClock()
  let tally = Tally()

  /// Throttles for a second, under the hundreds of a number.
  private func makeStore(latest: Bool) -> Store<[Int], Action> {
    Store(initialState: []) {
      Reduce<[Int], Action> { [clock, tally] state, action in
        switch action {
        case .send(let number):
          return .send(.handled(number))
            .throttle(id: number / 100, for: .seconds(1), clock: clock, latest: latest)
        case .run(let numbers):
          return .run { send in
            for number in numbers {
              await send(.handled(number))
              try await clock.sleep(for: .milliseconds(300))
            }
          }
          .throttle(id: 0, for: .seconds(1), clock: clock, latest: latest)
          .cancellable(id: "run")
        case .stop:
          return .cancel(id: "run")
        case .handled(let number):
          state.append(number)
          tally.add()
          return .none
        }
      }
    }
  }

  private func handled(_ store: Store<[Int], Action>) -> [Int] { store.withState { $0 } }

  @Test(arguments: [(true, [1, 3]), (false, [1, 2])])
  func actionsSentAtOnce(latest: Bool, expected: [Int]) async throws {
    let store = makeStore(latest: latest)
    store.send(.send(1))
    #expect(handled(store) == [1])
    let tasks = [store.send(.send(2)), store.send(.send(3))]
    try await clock.waitForSleepers()
    await clock.advance(by: .milliseconds(999))
    #expect(handled(store) == [1])
    await clock.advance(by: .milliseconds(1))
    for task in tasks { await task.finish() }
    #expect(handled(store) == expected)
  }

  @Test func whatPassesIsNotInFlight() async {
    let store = makeStore(latest: true)
    #expect(store.send(.send(1)) == StoreTask(nil))
  }

  @Test func whatTakesThePlaceOfAnotherEndsIt() async throws {
    let store = makeStore(latest: true)
    store.send(.send(1))
    let replaced = store.send(.send(2))
    let task = store.send(.send(3))
    await replaced.finish()
    #expect(handled(store) == [1])
    try await clock.waitForSleepers()
    await clock.advance(by: .seconds(1))
    await task.finish()
    #expect(handled(store) == [1, 3])
  }

  @Test func whatIsDroppedIsNotInFlight() async throws {
    let store = makeStore(latest: false)
    store.send(.send(1))
    store.send(.send(2))
    #expect(store.send(.send(3)) == StoreTask(nil))
  }

  @Test func whatIsHeldBackOpensTheNextWindow() async throws {
    let store = makeStore(latest: true)
    store.send(.send(1))
    let second = store.send(.send(2))
    try await clock.waitForSleepers()
    await clock.advance(by: .seconds(1))
    await second.finish()
    let third = store.send(.send(3))
    try await clock.waitForSleepers()
    await clock.advance(by: .milliseconds(500))
    #expect(handled(store) == [1, 2])
    await clock.advance(by: .milliseconds(500))
    await third.finish()
    #expect(handled(store) == [1, 2, 3])
  }

  @Test func passesAgainAfterAnEmptyWindow() async {
    let store = makeStore(latest: false)
    store.send(.send(1))
    await clock.advance(by: .seconds(1))
    store.send(.send(2))
    #expect(handled(store) == [1, 2])
  }

  /// Sent every 0.3 seconds up to 2.1; the windows end at 1, 2 and 3.
  @Test(arguments: [(true, [1, 4, 7, 8]), (false, [1, 2, 5, 8])])
  func actionsOfWork(latest: Bool, expected: [Int]) async throws {
    let store = makeStore(latest: latest)
    let task = store.send(.run(Array(1...8)))
    // The times in tenths of a second; the number of sleepers afterwards (the task, and a held action); the number of
    // handled actions.
    let steps = [
      (3, 2, 1), (6, 2, 1), (9, 2, 1), (10, 1, 2), (12, 2, 2), (15, 2, 2), (18, 2, 2), (20, 1, 3), (21, 2, 3),
    ]
    try await clock.waitForSleepers()
    for (time, sleepers, count) in steps {
      await clock.advance(to: .init(offset: .milliseconds(100 * time)))
      await tally.reach(count)
      try await clock.waitForSleepers(sleepers)
    }
    await clock.advance(to: .init(offset: .seconds(3)))
    await task.finish()
    #expect(handled(store) == expected)
  }

  @Test func cancellingDropsWhatIsHeldBack() async throws {
    let store = makeStore(latest: false)
    let cancelled = store.send(.run([1, 2]))
    try await clock.waitForSleepers()
    await clock.advance(by: .milliseconds(300))
    try await clock.waitForSleepers(2)
    store.send(.stop)
    await cancelled.finish()
    // The window goes on, and is free for others.
    let task = store.send(.send(3))
    #expect(handled(store) == [1])
    try await clock.waitForSleepers()
    await clock.advance(by: .milliseconds(700))
    await task.finish()
    #expect(handled(store) == [1, 3])
  }

  @Test func idsAndStoresDoNotMeet() {
    let store = makeStore(latest: true)
    let other = makeStore(latest: true)
    store.send(.send(1))
    store.send(.send(100))
    other.send(.send(2))
    #expect(handled(store) == [1, 100])
    #expect(handled(other) == [2])
  }

  @Test(arguments: [Embedding.rows, .path])
  func childrenDoNotMeet(_ embedding: Embedding) async throws {
    let bench = ThrottledTwigs(embedding) { [clock] in
      $0.throttle(id: 0, for: .seconds(1), clock: clock, latest: true)
    }
    for _ in 0..<2 { _ = bench.bump(0) }
    _ = bench.bump(1)
    #expect(bench.values == [1, 1])
  }

  @Test func aChildThatGoesTakesAlongWhatIsHeldBack() async throws {
    let bench = ThrottledTwigs(.rows) { [clock] in
      $0.throttle(id: 0, for: .seconds(1), clock: clock, latest: true)
    }
    _ = bench.bump(0)
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

  @Test func mappedEffectsAndTwoThrottles() async throws {
    let store = Store(initialState: [Int]()) {
      Reduce<[Int], Action> { [clock] state, action in
        switch action {
        case .send(let number):
          return Effect<Int>.send(number)
            .throttle(id: "a", for: .seconds(1), clock: clock, latest: true)
            .map { .handled($0) }
            .throttle(id: "b", for: .seconds(3), clock: clock, latest: true)
        case .handled(let number):
          state.append(number)
          return .none
        case .run, .stop:
          return .none
        }
      }
    }
    store.send(.send(1))
    let task = store.send(.send(2))
    try await clock.waitForSleepers()
    await clock.advance(by: .seconds(1))
    // Through the inner window, and into the outer one.
    try await clock.waitForSleepers()
    #expect(handled(store) == [1])
    await clock.advance(by: .seconds(2))
    await task.finish()
    #expect(handled(store) == [1, 2])
  }

  @Test func aClockThatCanNotSleepHoldsNothingBack() async {
    let store = Store(initialState: 0) {
      Reduce<Int, Bool> { state, isStart in
        guard isStart else {
          state += 1
          return .none
        }
        return .send(false).throttle(id: 0, for: .seconds(1), clock: BrokenClock(), latest: true)
      }
    }
    store.send(true)
    await store.send(true).finish()
    #expect(store.withState { $0 } == 2)
  }

  @Test func windowsOfManyIDsAreForgotten() {
    var windows = ThrottleWindows<Int>()
    for number in 0..<1000 {
      let throttle = Throttle(
        key: Throttle.Key(id: CancelID(number)),
        latest: true,
        location: .here()
      ) {
        ThrottleWindow(hasEnded: { true }, untilEnd: {})
      }
      guard case .passes = windows.admit(throttle) else {
        Issue.record("The window of another id must not count.")
        return
      }
      #expect(windows.count <= 18)
    }
  }
}
