// Recorded by Scripts/record-tests: don't edit it.
// swift-format-ignore-file

import Counterpoint
import CounterpointTesting
import SharedStats
import Testing

@Test func aRecordedVisit() async {
  let store = TestStore(initialState: SharedState.State(stats: Shared(Stats()))) {
    SharedState()
  }

  await store.send(.counter(.incrementButtonTapped)) {
    $0.counter.$stats.withLock {
      $0.count = 1
      $0.maxCount = 1
      $0.numberOfCounts = 1
    }
  }
  await store.send(.counter(.incrementButtonTapped)) {
    $0.counter.$stats.withLock {
      $0.count = 2
      $0.maxCount = 2
      $0.numberOfCounts = 2
    }
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
    $0.counter.$stats.withLock {
      $0.count = 1
      $0.numberOfCounts = 3
    }
  }
  await store.send(.selectTab(.profile)) {
    $0.currentTab = .profile
    $0.counter.$stats.withLock {
      $0.count = 2
      $0.numberOfCounts = 4
    }
  }
  await store.send(.profile(.resetStatsButtonTapped)) {
    $0.counter.$stats.withLock {
      $0.count = 0
      $0.maxCount = 0
      $0.numberOfCounts = 0
    }
  }
}
