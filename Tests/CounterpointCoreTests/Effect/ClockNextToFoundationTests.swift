import ControlledClocks
import CounterpointCore
import DependencyInjection
import Foundation
import Testing

/// Foundation has a function `clock`, next to which Swift does not open the clock in a property of that name.
@MainActor
@Suite struct ClockNextToFoundationTests {
  private struct Search: Reducer {
    enum Action: Sendable {
      case typed
      case scrolled
      case found
    }

    @Dependency(\.continuousClock) var clock

    var body: some Reducer<Int, Action> {
      Reduce { count, action in
        switch action {
        case .typed:
          return .send(.found).debounce(id: "search", for: .seconds(1), clock: clock)
        case .scrolled:
          return .send(.found).throttle(id: "scroll", for: .seconds(1), clock: clock, latest: true)
        case .found:
          count += 1
          return .none
        }
      }
    }
  }

  @Test func itsPropertyIsStillAClock() async {
    let clock = TestClock()
    let store = Store(initialState: 0) {
      Search()
    } withDependencies: {
      $0.continuousClock = clock
    }
    let search = store.send(.typed)
    await clock.advance(by: .seconds(1))
    await search.finish()
    #expect(store.withState { $0 } == 1)
    store.send(.scrolled)
    let held = store.send(.scrolled)
    #expect(store.withState { $0 } == 2)
    await clock.advance(by: .seconds(1))
    await held.finish()
    #expect(store.withState { $0 } == 3)
  }
}
