import Counterpoint
import PrimeTime
import Testing

@MainActor
@Suite struct CounterFeatureTests {
  private func store(
    _ state: CounterFeature.State = CounterFeature.State(),
    primes: PrimeClient = .answering(17)
  ) -> StoreOf<CounterFeature> {
    Store(initialState: state) {
      CounterFeature()
    } withDependencies: {
      $0.primes = primes
    }
  }

  @Test func countsUpAndDown() {
    let store = store(CounterFeature.State(count: 2))
    store.send(.counter(.incrTapped))
    store.send(.counter(.incrTapped))
    store.send(.counter(.decrTapped))
    #expect(store.withState { $0 } == CounterFeature.State(count: 3))
  }

  @Test(arguments: [(Counter.Action.incrTapped, Int.max), (.decrTapped, .min)])
  func aCountThatLeavesIntIsRefused(action: Counter.Action, limit: Int) {
    let store = store(CounterFeature.State(count: limit))
    store.send(.counter(action))
    #expect(store.withState(\.count) == limit)
    #expect(store.withState(\.notice)?.contains("\(limit)") == true)
  }

  @Test func aNewCountTakesTheNoticeAway() {
    let store = store(CounterFeature.State(count: .max))
    store.send(.counter(.incrTapped))
    store.send(.counter(.decrTapped))
    #expect(store.withState { $0 } == CounterFeature.State(count: .max - 1))
  }

  @Test func nthPrimeHappyFlow() async {
    let store = store(CounterFeature.State(count: 7))
    let task = store.send(.counter(.requestNthPrime))
    #expect(store.withState { $0 } == CounterFeature.State(count: 7, isNthPrimeRequestInFlight: true))
    await task.finish()
    #expect(
      store.withState { $0 } == CounterFeature.State(alertNthPrime: PrimeAlert(n: 7, prime: 17), count: 7)
    )
    #expect(store.withState(\.alertNthPrime)?.title == "The 7th prime is 17")
    store.send(.counter(.alertDismissButtonTapped))
    #expect(store.withState { $0 } == CounterFeature.State(count: 7))
  }

  @Test func nthPrimeUnhappyFlow() async {
    let error = NthPrimeError.tooLarge(n: 7, limit: 3)
    let store = store(CounterFeature.State(count: 7), primes: .failing(error))
    await store.send(.counter(.requestNthPrime)).finish()
    #expect(!store.withState(\.isNthPrimeRequestInFlight))
    #expect(store.withState(\.alertNthPrime) == PrimeAlert(n: 7, failure: error.description))
    #expect(store.withState(\.count) == 7)
  }

  @Test func anAnswerWithoutAPrimeOnlyEndsTheRequest() {
    let store = store(CounterFeature.State(count: 7, isNthPrimeRequestInFlight: true))
    store.send(.counter(.nthPrimeResponse(n: 7, prime: nil)))
    #expect(store.withState { $0 } == CounterFeature.State(count: 7))
  }

  @Test func theLiveClientRefusesWhatIsOutOfItsLimits() async {
    for n in [0, -5, nthPrimeLimit + 1] {
      let store = store(CounterFeature.State(count: n), primes: .live)
      await store.send(.counter(.requestNthPrime)).finish()
      let title = store.withState(\.alertNthPrime?.title) ?? ""
      #expect(title.contains("\(n)"))
      #expect(store.withState(\.count) == n)
    }
  }

  @Test func aRequestReportsProgressAndCanBeCancelled() async {
    let (reports, report) = AsyncStream.makeStream(of: Void.self)
    let store = store(primes: .neverAnswering(progress: 0.25) { report.yield() })
    let task = store.send(.counter(.requestNthPrime))
    for await _ in reports { break }
    #expect(store.withState(\.nthPrimeProgress) == 0.25)
    #expect(store.withState(\.isNthPrimeRequestInFlight))

    store.send(.counter(.cancelNthPrimeRequest))
    #expect(!store.withState(\.isNthPrimeRequestInFlight))
    await task.finish()
    #expect(store.withState(\.alertNthPrime) == nil)
  }

  @Test func aSecondRequestWhileOneIsInFlightDoesNothing() async {
    let store = store(CounterFeature.State(count: 7))
    let task = store.send(.counter(.requestNthPrime))
    #expect(store.send(.counter(.requestNthPrime)).isCancelled)
    await task.finish()
  }

  @Test func primeModal() {
    let store = store(CounterFeature.State(count: 7))
    store.send(.counter(.isPrimeButtonTapped))
    #expect(store.withState(\.isPrimeModalShown))
    store.send(.primeModal(.saveFavoritePrimeTapped))
    store.send(.primeModal(.saveFavoritePrimeTapped))
    #expect(store.withState(\.favoritePrimes) == [7])
    store.send(.primeModal(.removeFavoritePrimeTapped))
    #expect(store.withState(\.favoritePrimes) == [])
    store.send(.counter(.primeModalDismissed))
    #expect(store.withState { $0 } == CounterFeature.State(count: 7))
  }

  @Test func whatIsNotPrimeDoesNotBecomeAFavorite() {
    let store = store(CounterFeature.State(count: 8))
    store.send(.primeModal(.saveFavoritePrimeTapped))
    #expect(store.withState(\.favoritePrimes) == [])
    #expect(store.withState(\.notice) == "8 is not prime, so it can't be a favorite prime.")
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
