import Counterpoint
import CounterpointTestSupport
import CounterpointTesting
import SharedStats
import Testing

/// Seed 000, the first test: changing the tab increments the stats. The steps of the walk-through, in order.
@Suite struct Seed000TabTests {
  private func makeStore() -> TestStoreOf<SharedState> {
    TestStore(
      initialState: SharedState.State(stats: Shared(Stats()))
    ) {
      SharedState()
    }
  }

  private func withoutPadding(_ message: String) -> String { message.replacing("\u{2007}", with: " ") }

  //
  @Test func somehowItActuallyPassesMustNotBe() async {
    let line = UInt(#line) + 3
    let issues = await issues {
      let store = makeStore()
      await store.send(.selectTab(.profile)) {
        $0.currentTab = .profile
      }
    }
    #expect(issues.map(\.line) == [line])
    #expect(
      issues.first?.message.contains("The state after '.selectTab' was sent is not what the closure says") == true
    )
  }

  //
  @Test func weCanAlsoIncrementABunchOfTimesAndMustFail() async {
    let issues = await issues {
      let store = makeStore()
      await store.send(.selectTab(.profile)) {
        $0.currentTab = .profile
        $0.$stats.withLock { $0.increment() }
        $0.$stats.withLock { $0.increment() }
        $0.$stats.withLock { $0.increment() }
      }
    }
    #expect(issues.count == 1)
    let message = withoutPadding(issues.first?.message ?? "")
    #expect(message.contains("−       count: 3,\n    +       count: 1,"), "\(message)")
  }

  //
  @Test func inOrderToSeeWhatIsTrulyHappeningInTheseReferences() async {
    let store = makeStore()
    let issues = await issues {
      await store.send(.selectTab(.profile)) {
        $0.currentTab = .profile
        $0.$stats.withLock { $0.increment() }
        $0.$stats.withLock { $0.increment() }
        $0.$stats.withLock { $0.increment() }
      }
      #expect(store.state.stats.count == 1)
      #expect(store.state.stats == Stats(count: 1, maxCount: 1, minCount: 0, numberOfCounts: 1))
      await store.send(.selectTab(.counter)) {
        $0.currentTab = .counter
        $0.$stats.withLock { $0.increment() }
        $0.$stats.withLock { $0.increment() }
        $0.$stats.withLock { $0.increment() }
      }
      #expect(store.state.stats.count == 2)
      #expect(store.state.stats == Stats(count: 2, maxCount: 2, minCount: 0, numberOfCounts: 2))
    }
    #expect(issues.count == 2)
  }

  //
  @Test func weAreNowSeeingExactlyWhatDiffers() async {
    let issues = await issues {
      let store = makeStore()
      await store.send(.selectTab(.profile)) {
        $0.currentTab = .profile
      }
    }
    let message = withoutPadding(issues.first?.message ?? "")
    #expect(
      message == """
        The state after '.selectTab' was sent is not what the closure says:

              SharedState.State(
                _currentTab: .profile,
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

        If the feature is right, change the closure. This makes it pass:

            $0.currentTab = .profile
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
  @Test func nowTheTestStoreThinksTheCountIsTwoWhenItShouldBeOne() async {
    let issues = await issues {
      let store = makeStore()
      await store.send(.selectTab(.profile)) {
        $0.currentTab = .profile
        // In the seed, one call led here, because reading returned the live value.
        $0.$stats.withLock { $0.increment() }
        $0.$stats.withLock { $0.increment() }
      }
    }
    let message = withoutPadding(issues.first?.message ?? "")
    #expect(
      message.contains(
        """
              SharedState.State(
                _currentTab: .profile,
                _counter: CounterTab.State(
                  _alert: nil,
                  _stats: Stats(
            −       count: 2,
            +       count: 1,
            −       maxCount: 2,
            +       maxCount: 1,
                    minCount: 0,
            −       numberOfCounts: 2
            +       numberOfCounts: 1
                  )
                ),
                _profile: ProfileTab.State(
                  _stats: Stats(
            −       count: 2,
            +       count: 1,
            −       maxCount: 2,
            +       maxCount: 1,
                    minCount: 0,
            −       numberOfCounts: 2
            +       numberOfCounts: 1
                  )
                ),
                _stats: Stats(
            −     count: 2,
            +     count: 1,
            −     maxCount: 2,
            +     maxCount: 1,
                  minCount: 0,
            −     numberOfCounts: 2
            +     numberOfCounts: 1
                )
              )

        (Expected: −, Actual: +)

        """
      ),
      "\(message)"
    )
  }

  //
  @Test func toFixThisWeJustNeedToIncrementTheStatsInEachAction() async {
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

  //
  @Test func ifWeDoTheAbsoluteMutationInstead() async {
    let store = makeStore()
    await store.send(.selectTab(.profile)) {
      $0.currentTab = .profile
      $0.$stats.withLock { $0 = Stats(count: 1, maxCount: 1, minCount: 0, numberOfCounts: 1) }
    }
    await store.send(.selectTab(.counter)) {
      $0.currentTab = .counter
      $0.$stats.withLock { $0 = Stats(count: 2, maxCount: 2, minCount: 0, numberOfCounts: 2) }
    }
  }

  //
  @Test func weCouldHaveMutatedAnyOfTheStatsHeldInOurFeatures() async {
    let store = makeStore()
    await store.send(.selectTab(.profile)) {
      $0.currentTab = .profile
      $0.counter.$stats.withLock { $0.increment() }
    }
    await store.send(.selectTab(.counter)) {
      $0.currentTab = .counter
      $0.profile.$stats.withLock { $0.increment() }
    }
  }
}
