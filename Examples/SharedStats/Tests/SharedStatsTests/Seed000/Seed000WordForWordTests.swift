import Counterpoint
import CounterpointTesting
import SharedStats
import Testing

/// The tests of seed 000 verbatim, with assignments through the wrapper: they compile, although deprecated, and
/// pass.
@Suite struct Seed000WordForWordTests {
  @Test func passes() async {
    await play(WordForWord())
  }

  /// Called through a protocol, because only this avoids a warning about deprecated methods.
  private func play(_ tests: some Seed000Tests) async {
    await tests.tabSelection()
    await tests.counting()
    await tests.alert()
  }
}

private protocol Seed000Tests {
  func tabSelection() async
  func counting() async
  func alert() async
}

private struct WordForWord: Seed000Tests {
  @available(*, deprecated)
  func tabSelection() async {
    let store = TestStore(
      initialState: SharedState.State(stats: Shared(Stats()))
    ) {
      SharedState()
    }

    await store.send(.selectTab(.profile)) {
      $0.currentTab = .profile
      $0.stats.increment()
    }
    await store.send(.selectTab(.counter)) {
      $0.currentTab = .counter
      $0.counter.stats.increment()
    }
  }

  @available(*, deprecated)
  func counting() async {
    let store = TestStore(
      initialState: SharedState.State(stats: Shared(Stats()))
    ) {
      SharedState()
    }

    await store.send(.counter(.incrementButtonTapped)) {
      $0.stats.increment()
    }
    await store.send(.counter(.decrementButtonTapped)) {
      $0.stats.decrement()
    }
    await store.send(.profile(.resetStatsButtonTapped)) {
      $0.stats.reset()
    }
  }

  @available(*, deprecated)
  func alert() async {
    let store = TestStore(
      initialState: SharedState.State(stats: Shared(Stats()))
    ) {
      SharedState()
    }

    await store.send(.counter(.isPrimeButtonTapped)) {
      $0.counter.alert = AlertState {
        TextState("👎 The number 0 is not prime :(")
      }
    }
    await store.send(.counter(.alert(.dismiss))) {
      $0.counter.alert = nil
    }
  }
}
