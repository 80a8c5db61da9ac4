import Counterpoint
import CounterpointTesting
import Foundation
import SharedStats
import Testing

/// What is shared is asserted like any other state.
@MainActor
@Suite struct SharedStateTests {
  private func makeStore() -> TestStoreOf<SharedState> {
    TestStore(initialState: SharedState.State(stats: Shared(Stats()))) {
      SharedState()
    }
  }

  @Test func tabSelection() async {
    let store = makeStore()

    await store.send(.selectTab(.profile)) {
      $0.currentTab = .profile
      $0.$stats.withLock { $0.increment() }
    }
    await store.send(.selectTab(.counter)) {
      $0.currentTab = .counter
      $0.$stats.withLock { $0.increment() }
    }
  }

  @Test func sharedCounts() async {
    let store = makeStore()

    await store.send(.counter(.incrementButtonTapped)) {
      $0.$stats.withLock { $0.increment() }
    }
    await store.send(.counter(.decrementButtonTapped)) {
      $0.$stats.withLock { $0.decrement() }
    }
    #expect(store.state.stats == Stats(count: 0, maxCount: 1, minCount: 0, numberOfCounts: 2))
    await store.send(.profile(.resetStatsButtonTapped)) {
      $0.$stats.withLock { $0 = Stats() }
    }
  }

  @Test func isPrimeWhenPrime() async {
    let store = TestStore(
      initialState: SharedState.State(
        stats: Shared(Stats(count: 3, maxCount: 3, minCount: 0, numberOfCounts: 3))
      )
    ) {
      SharedState()
    }

    await store.send(.counter(.isPrimeButtonTapped)) {
      $0.counter.alert = AlertState {
        TextState("👍 The number 3 is prime!")
      }
    }
    await store.send(.counter(.alert(.dismiss))) {
      $0.counter.alert = nil
    }
  }

  @Test func isPrimeWhenNotPrime() async {
    let store = makeStore()

    await store.send(.counter(.isPrimeButtonTapped)) {
      $0.counter.alert = AlertState {
        TextState("👎 The number 0 is not prime :(")
      }
    }
  }

  @Test(arguments: [(2, true), (4, false), (25, false), (97, true), (-3, false), (1, false)])
  func primes(number: Int, isPrime: Bool) async {
    let store = TestStore(initialState: CounterTab.State(stats: Shared(Stats(count: number)))) { CounterTab() }
    await store.send(.isPrimeButtonTapped) {
      $0.alert = AlertState {
        TextState(isPrime ? "👍 The number \(number) is prime!" : "👎 The number \(number) is not prime :(")
      }
    }
  }

  /// With a key, whoever has it has the value. In a test no file is made.
  @Test func theStatsInAFile() async {
    let file = URL(fileURLWithPath: "/stats.json")
    @Shared(.stats(in: file)) var stats
    let store = TestStore(initialState: SharedState.State(stats: Shared(.stats(in: file)))) { SharedState() }

    await store.send(.counter(.incrementButtonTapped)) {
      $0.$stats.withLock { $0.increment() }
    }
    #expect(stats == Stats(count: 1, maxCount: 1, minCount: 0, numberOfCounts: 1))
    #expect(!FileManager.default.fileExists(atPath: "/stats.json"))
  }
}
