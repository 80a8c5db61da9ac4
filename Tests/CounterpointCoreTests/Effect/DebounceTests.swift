import ControlledClocks
@testable import CounterpointCore
import Testing

/// Effects that wait until nobody wants another one.
@MainActor
@Suite struct DebounceTests {
  let clock = TestClock()
  let log = Recorder<String>()

  /// Debounces for a second, under the tens of a number, an action and work that both carry the number.
  private func makeStore() -> Store<[Int], Action> {
    Store(initialState: []) {
      Reduce<[Int], Action> { [clock, log] state, action in
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
        }
      }
    }
  }

  enum Action: Sendable {
    case type(Int), found(Int), stop(Int), nothing
  }

  private func found(_ store: Store<[Int], Action>) -> [Int] { store.withState { $0 } }

  @Test func waits() async {
    let store = makeStore()
    let task = store.send(.type(1))
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
    for number in 1...3 {
      store.send(.type(number))
      await clock.advance(by: .milliseconds(600))
    }
    let task = store.send(.type(4))
    await clock.advance(by: .seconds(1))
    await task.finish()
    #expect(found(store) == [4])
    #expect(log.entries == ["work 4"])
    try await clock.checkSuspension()
    #expect(store.core.hub.cancellations.isEmpty)
  }

  @Test func inOneTurn() async {
    let store = makeStore()
    let tasks = (1...3).map { store.send(.type($0)) }
    await clock.advance(by: .seconds(1))
    for task in tasks { await task.finish() }
    #expect(found(store) == [3])
  }

  @Test func idsDoNotMeet() async {
    let store = makeStore()
    let other = makeStore()
    let tasks = [store.send(.type(1)), store.send(.type(11)), other.send(.type(2))]
    await clock.advance(by: .seconds(1))
    for task in tasks { await task.finish() }
    #expect(found(store).sorted() == [1, 11])
    #expect(found(other) == [2])
  }

  @Test func cancelling() async throws {
    let store = makeStore()
    let task = store.send(.type(1))
    await clock.advance(by: .milliseconds(500))
    store.send(.stop(0))
    await task.finish()
    try await clock.checkSuspension()
    await clock.advance(by: .seconds(1))
    #expect(found(store) == [])
    #expect(log.entries == [])
  }

  @Test func noneCancelsNothing() async {
    let store = makeStore()
    let task = store.send(.type(1))
    store.send(.nothing)
    await clock.advance(by: .seconds(1))
    await task.finish()
    #expect(found(store) == [1])
  }
}
