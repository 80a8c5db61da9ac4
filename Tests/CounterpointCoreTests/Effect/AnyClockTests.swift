import ControlledClocks
import CounterpointCore
import CounterpointTestSupport
import DependencyInjection
import Foundation
import Testing

/// Clocks of any type. Foundation has a function `clock`, which keeps Swift from opening the clock in a property with
/// that name.
///
/// The tasks here are not controlled. So each test waits until the tasks sleep before it advances the time.
@MainActor
@Suite struct AnyClockTests {
  private struct Search: Reducer {
    enum Action: Sendable {
      case typed(Int)
      case scrolled(Int, latest: Bool)
      case found(Int)
    }

    @Dependency(\.continuousClock) var clock

    var body: some Reducer<[Int], Action> {
      Reduce { found, action in
        switch action {
        case .typed(let number):
          return .send(.found(number)).debounce(id: number / 10, for: .seconds(1), clock: clock)
        case .scrolled(let number, let latest):
          return .send(.found(number)).throttle(id: number / 10, for: .seconds(1), clock: clock, latest: latest)
        case .found(let number):
          found.append(number)
          return .none
        }
      }
    }
  }

  private let clock = TestClock()

  private func makeStore() -> Store<[Int], Search.Action> {
    Store(initialState: []) {
      Search()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  private func found(_ store: Store<[Int], Search.Action>) -> [Int] { store.withState { $0 } }

  @Test func effectsAreDebouncedByTheirIDs() async throws {
    let store = makeStore()
    let forgotten = store.send(.typed(1))
    let tasks = [store.send(.typed(2)), store.send(.typed(10))]
    await forgotten.finish()
    try await clock.waitForSleepers(2)
    await clock.advance(by: .milliseconds(999))
    #expect(found(store) == [])
    await clock.advance(by: .milliseconds(1))
    for task in tasks { await task.finish() }
    #expect(found(store).sorted() == [2, 10])
  }

  @Test(arguments: [(true, [1, 10, 3]), (false, [1, 10, 2])])
  func effectsAreThrottledByTheirIDs(latest: Bool, expected: [Int]) async throws {
    let store = makeStore()
    store.send(.scrolled(1, latest: latest))
    store.send(.scrolled(10, latest: latest))
    let held = [store.send(.scrolled(2, latest: latest)), store.send(.scrolled(3, latest: latest))]
    #expect(found(store) == [1, 10])
    try await clock.waitForSleepers()
    await clock.advance(by: .milliseconds(999))
    #expect(found(store) == [1, 10])
    await clock.advance(by: .milliseconds(1))
    for task in held { await task.finish() }
    #expect(found(store) == expected)
  }

  @Test func aClockThatCannotSleepIsReportedAtTheCall() async {
    let line: UInt = #line + 4
    let clock: any Clock<Duration> = BrokenClock()
    let store = Store<Int, Bool>(initialState: 0) {
      Reduce { _, isFirst in
        isFirst ? .send(false).debounce(id: 0, for: .seconds(1), clock: clock) : .none
      }
    }
    let reported = await issues { await store.send(true).finish() }
    #expect(reported.map(\.fileID) == [#fileID])
    #expect(reported.map(\.line) == [line])
  }
}
