import ControlledClocks
@testable import CounterpointCore
import Testing

/// Effects that send one action in each window of time.
@MainActor
@Suite struct ThrottleTests {
  let clock = TestClock()

  enum Action: Sendable {
    case send(Int), run([Int]), stop, handled(Int)
  }

  /// Throttles for a second, under the hundreds of a number.
  private func makeStore(latest: Bool) -> Store<[Int], Action> {
    Store(initialState: []) {
      Reduce<[Int], Action> { [clock] state, action in
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
          return .none
        }
      }
    }
  }

  private func handled(_ store: Store<[Int], Action>) -> [Int] { store.withState { $0 } }

  @Test(arguments: [(true, [1, 3]), (false, [1, 2])])
  func actionsSentAtOnce(latest: Bool, expected: [Int]) async {
    let store = makeStore(latest: latest)
    store.send(.send(1))
    #expect(handled(store) == [1])
    store.send(.send(2))
    store.send(.send(3))
    await clock.advance(by: .milliseconds(999))
    #expect(handled(store) == [1])
    await clock.advance(by: .milliseconds(1))
    #expect(handled(store) == expected)
  }

  @Test func whatPassesIsNotInFlight() async throws {
    let store = makeStore(latest: true)
    await store.send(.send(1)).finish()
    try await clock.checkSuspension()
  }

  @Test func theStoreTaskWaitsForWhatIsHeldBack() async {
    let store = makeStore(latest: true)
    store.send(.send(1))
    let replaced = store.send(.send(2))
    let task = store.send(.send(3))
    await replaced.finish()
    await clock.advance(by: .seconds(1))
    await task.finish()
    #expect(handled(store) == [1, 3])
  }

  @Test func whatIsHeldBackOpensTheNextWindow() async {
    let store = makeStore(latest: true)
    store.send(.send(1))
    store.send(.send(2))
    await clock.advance(by: .seconds(1))
    store.send(.send(3))
    await clock.advance(by: .milliseconds(500))
    #expect(handled(store) == [1, 2])
    await clock.advance(by: .milliseconds(500))
    #expect(handled(store) == [1, 2, 3])
  }

  @Test func passesAgainAfterAnEmptyWindow() async {
    let store = makeStore(latest: false)
    store.send(.send(1))
    await clock.advance(by: .seconds(1))
    store.send(.send(2))
    #expect(handled(store) == [1, 2])
  }

  @Test(arguments: [(true, [1, 4, 7, 8]), (false, [1, 2, 5, 8])])
  func actionsOfWork(latest: Bool, expected: [Int]) async {
    let store = makeStore(latest: latest)
    // Sent every 0.3 seconds up to 2.1; the windows end at 1, 2 and 3.
    let task = store.send(.run(Array(1...8)))
    await clock.advance(by: .seconds(3))
    await task.finish()
    #expect(handled(store) == expected)
  }

  @Test func cancellingDropsWhatIsHeldBack() async throws {
    let store = makeStore(latest: false)
    store.send(.run([1, 2]))
    await clock.advance(by: .milliseconds(500))
    store.send(.stop)
    await clock.advance(by: .milliseconds(100))
    try await clock.checkSuspension()
    // The window goes on, and is free for others.
    store.send(.send(3))
    #expect(handled(store) == [1])
    await clock.advance(by: .milliseconds(400))
    #expect(handled(store) == [1, 3])
  }

  @Test func idsAndStoresDoNotMeet() async {
    let store = makeStore(latest: true)
    let other = makeStore(latest: true)
    store.send(.send(1))
    store.send(.send(100))
    other.send(.send(2))
    #expect(handled(store) == [1, 100])
    #expect(handled(other) == [2])
  }

  @Test func mappedEffectsAndTwoThrottles() async {
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
    store.send(.send(2))
    await clock.advance(by: .milliseconds(2500))
    #expect(handled(store) == [1])
    await clock.advance(by: .milliseconds(500))
    #expect(handled(store) == [1, 2])
  }

  @Test func windowsOfManyIDsAreForgotten() async {
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
