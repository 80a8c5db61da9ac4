import Counterpoint
import CounterpointTesting
import Testing

@Suite struct StepScriptTests {
  // The three scripts of seed 004, verbatim, in synchronous tests.

  @Test func testIncrDecrButtonTapped() {
    assert(
      initialValue: CounterFeatureState(count: 2),
      reducer: counterFeatureReducer,
      environment: { _ in .sync { 17 } },
      steps:
        Step(.send, .counter(.incrTapped)) { $0.count = 3 },
      Step(.send, .counter(.incrTapped)) { $0.count = 4 },
      Step(.send, .counter(.decrTapped)) { $0.count = 3 }
    )
  }

  @Test func testNthPrimeButtonHappyFlow() {
    assert(
      initialValue: CounterFeatureState(
        alertNthPrime: nil,
        count: 7,
        isNthPrimeRequestInFlight: false
      ),
      reducer: counterFeatureReducer,
      environment: { _ in .sync { 17 } },
      steps:
        Step(.send, .counter(.requestNthPrime)) {
          $0.isNthPrimeRequestInFlight = true
        },
      Step(.receive, .counter(.nthPrimeResponse(n: 7, prime: 17))) {
        $0.alertNthPrime = PrimeAlert(n: $0.count, prime: 17)
        $0.isNthPrimeRequestInFlight = false
      },
      Step(.send, .counter(.alertDismissButtonTapped)) {
        $0.alertNthPrime = nil
      }
    )
  }

  @Test func testNthPrimeButtonUnhappyFlow() {
    assert(
      initialValue: CounterFeatureState(
        alertNthPrime: nil,
        count: 7,
        isNthPrimeRequestInFlight: false
      ),
      reducer: counterFeatureReducer,
      environment: { _ in .sync { nil } },
      steps:
        Step(.send, .counter(.requestNthPrime)) {
          $0.isNthPrimeRequestInFlight = true
        },
      Step(.receive, .counter(.nthPrimeResponse(n: 7, prime: nil))) {
        $0.isNthPrimeRequestInFlight = false
      }
    )
  }

  @Test func testPrimeModal() {
    assert(
      initialValue: CounterFeatureState(count: 2, favoritePrimes: [3, 5]),
      reducer: counterFeatureReducer,
      environment: { _ in .sync { 17 } },
      steps:
        Step(.send, .counter(.isPrimeButtonTapped)) { $0.isPrimeModalShown = true },
      Step(.send, .primeModal(.saveFavoritePrimeTapped)) { $0.favoritePrimes = [3, 5, 2] },
      Step(.send, .primeModal(.removeFavoritePrimeTapped)) { $0.favoritePrimes = [3, 5] },
      Step(.send, .counter(.primeModalDismissed)) { $0.isPrimeModalShown = false }
    )
  }

  @Test func aClosureThatChangesNothingIsFine() {
    assert(
      initialValue: CounterFeatureState(count: 2),
      reducer: counterFeatureReducer,
      environment: { _ in .sync { nil } },
      steps: Step(.send, .counter(.alertDismissButtonTapped)) { $0.alertNthPrime = nil }
    )
  }

  @Test func effectsWithoutExternalWorkRun() {
    assert(
      initialValue: CounterFeatureState(count: 7),
      reducer: counterFeatureReducer,
      environment: { number in .run { send in await send(number + 10) } },
      steps:
        Step(.send, .counter(.requestNthPrime)) { $0.isNthPrimeRequestInFlight = true },
      Step(.receive, .counter(.nthPrimeResponse(n: 7, prime: 17))) {
        $0.alertNthPrime = PrimeAlert(n: 7, prime: 17)
        $0.isNthPrimeRequestInFlight = false
      }
    )
  }

  @Test func asynchronously() async {
    await assert(
      initialValue: CounterFeatureState(count: 7),
      reducer: counterFeatureReducer,
      environment: { _ in .run { send in await send(await MainActor.run { 17 }) } },
      steps:
        Step(.send, .counter(.requestNthPrime)) { $0.isNthPrimeRequestInFlight = true },
      Step(.receive, .counter(.nthPrimeResponse(n: 7, prime: 17))) {
        $0.alertNthPrime = PrimeAlert(n: 7, prime: 17)
        $0.isNthPrimeRequestInFlight = false
      }
    )
  }

  @Test func anArrayOfStepsAndAReducer() {
    assert(
      initialValue: CounterFeatureState(count: 1),
      reducer: counterFeatureReducer,
      environment: { _ in .sync { nil } },
      steps: (2...5).map { count in Step(.send, .counter(.incrTapped)) { $0.count = count } }
    )
    assert(
      initialValue: Person.State(),
      reducer: { (_: Void) in Person() },
      environment: (),
      steps: Step(.send, .changeAge(34)) { $0.age = 34 }
    )
  }
}
