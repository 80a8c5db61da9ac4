import Counterpoint
import CounterpointTestSupport
import CounterpointTesting
import XCTest

/// Test stores in XCTest.
final class TestStoreXCTests: XCTestCase {
  func testAsynchronously() async {
    let clock = TestClock()
    let store = TestStore(initialState: Person.State()) {
      Person()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.changeIdentity(name: "Marek", surname: "Nowak")) {
      $0.name = "Marek"
      $0.surname = "Nowak"
    }
    await store.send(.advanceAgeAndMoodAfterDelay)
    await clock.advance(by: .seconds(1))
    await store.receive(.changeAge(34)) { $0.age = 34 }
    await store.receive(.changeMood(1)) { $0.mood = 1 }
    XCTAssertEqual(store.state.age, 34)
  }

  @MainActor func testOnTheMainActor() async {
    let store = TestStore(initialState: Relay.State()) {
      Relay { send in await send(.said(await MainActor.run { "main" })) }
    }
    await store.send(.start)
    await store.receive(.said("main")) { $0.text = "main" }
  }

  func testScript() {
    assert(
      initialValue: CounterFeatureState(count: 7),
      reducer: counterFeatureReducer,
      environment: { _ in .sync { 17 } },
      steps:
        Step(.send, .counter(.requestNthPrime)) { $0.isNthPrimeRequestInFlight = true },
      Step(.receive, .counter(.nthPrimeResponse(n: 7, prime: 17))) {
        $0.alertNthPrime = PrimeAlert(n: $0.count, prime: 17)
        $0.isNthPrimeRequestInFlight = false
      }
    )
  }

  /// On Linux an expected issue of XCTest is itself a failure, so notices must not be expected issues.
  func testNoticesAreNoFailures() async {
    let store = TestStore(initialState: Relay.State(), exhaustivity: .off(showSkippedAssertions: true)) { Relay() }
    await store.send(.increment)
    await store.send(.startAtOnce)
    await store.skipReceivedActions()
    store.exhaustivity = .on
    await store.send(.startAtOnce)
    await store.skipReceivedActions()
  }

  func testFailuresAreReported() async {
    let issues = await issues {
      let store = TestStore(initialState: Relay.State()) { Relay() }
      await store.send(.increment)
    }
    XCTAssertEqual(issues.count, 1)
  }
}
