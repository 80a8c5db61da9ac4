import Counterpoint
import CounterpointTestSupport
import CounterpointTesting
import SharedStats
import Testing

/// Seed 000, the second and the third test: only shared state changes, and then no state at all.
@Suite struct Seed000CounterTests {
  private func makeStore() -> TestStoreOf<SharedState> {
    TestStore(
      initialState: SharedState.State(stats: Shared(Stats()))
    ) {
      SharedState()
    }
  }

  //
  @Test func weClearlyArePerformingMutationsRight() async {
    let store = makeStore()
    await store.send(.counter(.incrementButtonTapped)) {
      $0.counter.$stats.withLock { $0 = Stats(count: 1, maxCount: 1, minCount: 0, numberOfCounts: 1) }
      $0.profile.$stats.withLock { $0 = Stats(count: 1, maxCount: 1, minCount: 0, numberOfCounts: 1) }
    }
  }

  //
  @Test func weMustDeleteTheTrailingClosureEntirelyNoMore() async {
    let line = UInt(#line) + 3
    let store = makeStore()
    let issues = await issues {
      await store.send(.counter(.incrementButtonTapped))
      #expect(store.state.stats == Stats(count: 1, maxCount: 1, minCount: 0, numberOfCounts: 1))
      await store.send(.counter(.decrementButtonTapped))
      #expect(store.state.stats == Stats(count: 0, maxCount: 1, minCount: 0, numberOfCounts: 2))
      await store.send(.profile(.resetStatsButtonTapped))
      #expect(store.state.stats == Stats())
    }
    #expect(issues.map(\.line) == [line, line + 2, line + 4])
    #expect(issues.allSatisfy { $0.message.contains("but the test doesn't assert it") })
  }

  //
  @Test func stateWasNotExpectedToChangeButAChangeOccurred() async {
    let issues = await issues {
      let store = makeStore()
      await store.send(.counter(.incrementButtonTapped))
    }
    let message = (issues.first?.message ?? "").replacing("\u{2007}", with: " ")
    #expect(
      message == """
        The state changed after '.counter' was sent, but the test doesn't assert it:

              SharedState.State(
                _currentTab: .counter,
                _counter: CounterTab.State(
                  _alert: nil,
                  _stats: Stats(
            −       count: 0,
            +       count: 1,
            −       maxCount: 0,
            +       maxCount: 1,
                    minCount: 0,
            −       numberOfCounts: 0
            +       numberOfCounts: 1
                  )
                ),
                _profile: ProfileTab.State(
                  _stats: Stats(
            −       count: 0,
            +       count: 1,
            −       maxCount: 0,
            +       maxCount: 1,
                    minCount: 0,
            −       numberOfCounts: 0
            +       numberOfCounts: 1
                  )
                ),
                _stats: Stats(
            −     count: 0,
            +     count: 1,
            −     maxCount: 0,
            +     maxCount: 1,
                  minCount: 0,
            −     numberOfCounts: 0
            +     numberOfCounts: 1
                )
              )

        (Expected: −, Actual: +)

        If the feature is right, add a closure. This makes it pass:

            $0.counter.$stats.withLock {
              $0.count = 1
              $0.maxCount = 1
              $0.numberOfCounts = 1
            }
        """,
      "\(message)"
    )
  }

  //
  @Test func theseAssertionsAreAllPassing() async {
    let store = makeStore()
    await store.send(.counter(.incrementButtonTapped)) {
      $0.$stats.withLock { $0.increment() }
    }
    await store.send(.counter(.decrementButtonTapped)) {
      $0.$stats.withLock { $0.decrement() }
    }
    await store.send(.profile(.resetStatsButtonTapped)) {
      $0.$stats.withLock { $0.reset() }
    }
  }

  //
  @Test func itDoesntEvenMutateAnySharedStateWhatsoever() async {
    let store = makeStore()
    await store.send(.counter(.isPrimeButtonTapped)) {
      $0.counter.alert = AlertState { TextState("👎 The number 0 is not prime :(") }
    }
  }

  //
  @Test func ifWeJustMakeANoOpMutationLikeThis() async {
    let store = makeStore()
    await store.send(.counter(.isPrimeButtonTapped)) {
      $0.$stats.withLock { $0.reset() }
      $0.counter.alert = AlertState { TextState("👎 The number 0 is not prime :(") }
    }
  }

  //
  @Test func ifNoChangeToStateIsExpectedOmitTheTrailingClosure() async {
    let issues = await issues {
      let store = makeStore()
      await store.send(.counter(.isPrimeButtonTapped)) {
        $0.counter.alert = AlertState { TextState("👎 The number 0 is not prime :(") }
      }
      await store.send(.counter(.isPrimeButtonTapped)) { _ in }
      // Writing the current value is not a change either.
      await store.send(.counter(.isPrimeButtonTapped)) { $0.$stats.withLock { $0.reset() } }
    }
    #expect(issues.count == 2)
    #expect(issues.allSatisfy { $0.message.contains("Leave the closure out") })
  }

  // TS-02
  @Test func anAssertedChangeThatDidNotHappenFails() async {
    let issues = await issues {
      let store = makeStore()
      await store.send(.counter(.isPrimeButtonTapped)) {
        $0.counter.alert = AlertState { TextState("👎 The number 0 is not prime :(") }
        $0.$stats.withLock { $0.increment() }
      }
      await store.send(.counter(.isPrimeButtonTapped)) {
        $0.$stats.withLock { $0.increment() }
      }
    }
    #expect(issues.count == 2)
    for issue in issues {
      let message = issue.message.replacing("\u{2007}", with: " ")
      #expect(message.contains("−       count: 1,\n    +       count: 0,"), "\(message)")
    }
  }
}
