import Counterpoint
import CounterpointTesting
import PrimeTime
import Testing

@MainActor
@Suite struct CounterFeatureTests {
  private func store(
    _ state: CounterFeature.State = CounterFeature.State(),
    primes: PrimeClient = .answering(17)
  ) -> TestStoreOf<CounterFeature> {
    TestStore(initialState: state) {
      CounterFeature()
    } withDependencies: {
      $0.primes = primes
    }
  }

  @Test func countsUpAndDown() async {
    let store = store(CounterFeature.State(count: 2))
    await store.send(.counter(.incrTapped)) { $0.count = 3 }
    await store.send(.counter(.incrTapped)) { $0.count = 4 }
    await store.send(.counter(.decrTapped)) { $0.count = 3 }
  }

  @Test(arguments: [(Counter.Action.incrTapped, Int.max), (.decrTapped, .min)])
  func aCountThatLeavesIntIsRefused(action: Counter.Action, limit: Int) async {
    let store = store(CounterFeature.State(count: limit))
    await store.send(.counter(action)) { $0.notice = "The count ends at \(limit)." }
  }

  @Test func aNewCountTakesTheNoticeAway() async {
    let store = store(CounterFeature.State(count: .max, notice: "The count ends here."))
    await store.send(.counter(.decrTapped)) {
      $0.count = .max - 1
      $0.notice = nil
    }
  }

  @Test func nthPrimeHappyFlow() async {
    let store = store(CounterFeature.State(count: 7))
    await store.send(.counter(.requestNthPrime)) { $0.isNthPrimeRequestInFlight = true }
    await store.receive(\.counter.nthPrimeResponse) {
      $0.isNthPrimeRequestInFlight = false
      $0.alertNthPrime = PrimeAlert(n: 7, prime: 17)
    }
    #expect(store.state.alertNthPrime?.title == "The 7th prime is 17")
    await store.send(.counter(.alertDismissButtonTapped)) { $0.alertNthPrime = nil }
  }

  @Test func nthPrimeUnhappyFlow() async {
    let error = NthPrimeError.tooLarge(n: 7, limit: 3)
    let store = store(CounterFeature.State(count: 7), primes: .failing(error))
    await store.send(.counter(.requestNthPrime)) { $0.isNthPrimeRequestInFlight = true }
    await store.receive(\.counter.nthPrimeFailed) {
      $0.isNthPrimeRequestInFlight = false
      $0.alertNthPrime = PrimeAlert(n: 7, failure: error.description)
    }
  }

  @Test func anAnswerWithoutAPrimeOnlyEndsTheRequest() async {
    let store = store(CounterFeature.State(count: 7, isNthPrimeRequestInFlight: true))
    await store.send(.counter(.nthPrimeResponse(n: 7, prime: nil))) { $0.isNthPrimeRequestInFlight = false }
  }

  @Test func theLiveClientRefusesWhatIsOutOfItsLimits() async {
    for n in [0, -5, nthPrimeLimit + 1] {
      let store = store(CounterFeature.State(count: n), primes: .live)
      store.exhaustivity = .off
      await store.send(.counter(.requestNthPrime))
      await store.receive(\.counter.nthPrimeFailed)
      #expect(store.state.alertNthPrime?.title.contains("\(n)") ?? false)
      #expect(store.state.count == n)
    }
  }

  @Test func aRequestReportsProgressAndCanBeCancelled() async {
    let store = store(primes: .neverAnswering(progress: 0.25) {})
    await store.send(.counter(.requestNthPrime)) { $0.isNthPrimeRequestInFlight = true }
    await store.receive(\.counter.nthPrimeProgressed, 0.25) { $0.nthPrimeProgress = 0.25 }
    await store.send(.counter(.cancelNthPrimeRequest)) { $0.isNthPrimeRequestInFlight = false }
  }

  @Test func aSecondRequestWhileOneIsInFlightDoesNothing() async {
    let store = store(primes: .neverAnswering(progress: 0.25) {})
    let first = await store.send(.counter(.requestNthPrime)) { $0.isNthPrimeRequestInFlight = true }
    await store.receive(\.counter.nthPrimeProgressed) { $0.nthPrimeProgress = 0.25 }
    let second = await store.send(.counter(.requestNthPrime))
    #expect(second.isCancelled)
    await first.cancel()
  }

  @Test func primeModal() async {
    let store = store(CounterFeature.State(count: 7))
    await store.send(.counter(.isPrimeButtonTapped)) { $0.isPrimeModalShown = true }
    await store.send(.primeModal(.saveFavoritePrimeTapped)) { $0.favoritePrimes = [7] }
    await store.send(.primeModal(.saveFavoritePrimeTapped))
    await store.send(.primeModal(.removeFavoritePrimeTapped)) { $0.favoritePrimes = [] }
    await store.send(.counter(.primeModalDismissed)) { $0.isPrimeModalShown = false }
  }

  @Test func whatIsNotPrimeDoesNotBecomeAFavorite() async {
    let store = store(CounterFeature.State(count: 8))
    await store.send(.primeModal(.saveFavoritePrimeTapped)) {
      $0.notice = "8 is not prime, so it can't be a favorite prime."
    }
  }

  @Test(
    arguments: [
      (1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (12, "12th"), (13, "13th"), (21, "21st"),
      (111, "111th"), (1002, "1002nd"), (0, "0th"), (-1, "-1st"),
    ]
  )
  func ordinals(n: Int, text: String) {
    #expect(ordinal(n) == text)
  }
}
