import Counterpoint
import CounterpointTesting
import Foundation
import SharedStats
import Testing

/// Shared state is asserted like any other state.
@MainActor
@Suite struct SharedStateTests {
  private func makeStore() -> TestStoreOf<SharedState> {
    TestStore(initialState: SharedState.State(stats: Shared(Stats()))) {
      SharedState()
    }
  }

  /// Step by step, each test of the seed is in `Tests/CounterpointTestingTests/Seeds/Seed000`.
  @Test func aVisit() async {
    let store = makeStore()

    for count in 1...2 {
      await store.send(.counter(.incrementButtonTapped)) {
        $0.$stats.withLock { $0.increment() }
      }
      #expect(store.state.profile.stats.count == count)
    }
    await store.send(.counter(.isPrimeButtonTapped)) {
      $0.counter.alert = AlertState {
        TextState("👍 The number 2 is prime!")
      }
    }
    await store.send(.counter(.alert(.dismiss))) {
      $0.counter.alert = nil
    }
    await store.send(.counter(.decrementButtonTapped)) {
      $0.$stats.withLock { $0 = Stats(count: 1, maxCount: 2, minCount: 0, numberOfCounts: 3) }
    }
    await store.send(.selectTab(.profile)) {
      $0.currentTab = .profile
      $0.$stats.withLock { $0.increment() }
    }
    await store.send(.profile(.resetStatsButtonTapped)) {
      $0.$stats.withLock { $0 = Stats() }
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

  /// All wrappers with the same key share the value. In a test no file is written.
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
