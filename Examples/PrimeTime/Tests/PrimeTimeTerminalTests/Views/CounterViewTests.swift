import PrimeTime
import PrimeTimeTerminal
import Testing

@Suite struct CounterViewTests {
  @Test func stateAtRest() {
    let state = CounterView.State(counterFeatureState: CounterFeature.State(count: 7, favoritePrimes: [2, 3]))
    #expect(state.alertTitle == nil)
    #expect(state.count == 7)
    #expect(state.favoritesButtonTitle == "Favorite primes (2)")
    #expect(!state.isCancelButtonShown)
    #expect(!state.isDecrementButtonDisabled)
    #expect(!state.isIncrementButtonDisabled)
    #expect(!state.isNthPrimeButtonDisabled)
    #expect(!state.isPrimeModalShown)
    #expect(state.notice == nil)
    #expect(state.nthPrimeButtonTitle == "What is the 7th prime?")
    #expect(state.progressPercent == nil)
  }

  @Test func stateInFlight() {
    let state = CounterView.State(
      counterFeatureState: CounterFeature.State(count: 7, isNthPrimeRequestInFlight: true, nthPrimeProgress: 0.456)
    )
    #expect(state.isCancelButtonShown)
    #expect(state.isDecrementButtonDisabled)
    #expect(state.isIncrementButtonDisabled)
    #expect(state.isNthPrimeButtonDisabled)
    #expect(state.progressPercent == 45)
  }

  @Test func statePresenting() {
    let alert = PrimeAlert(n: 7, prime: 17)
    let state = CounterView.State(
      counterFeatureState: CounterFeature.State(alertNthPrime: alert, isPrimeModalShown: true, notice: "No.")
    )
    #expect(state.alertTitle == alert.title)
    #expect(state.isPrimeModalShown)
    #expect(state.notice == "No.")
  }

  @Test(
    arguments: [
      (CounterView.Action.alertDismissButtonTapped, Counter.Action.alertDismissButtonTapped),
      (.cancelButtonTapped, .cancelNthPrimeRequest),
      (.decrTapped, .decrTapped),
      (.incrTapped, .incrTapped),
      (.isPrimeButtonTapped, .isPrimeButtonTapped),
      (.nthPrimeButtonTapped, .requestNthPrime),
      (.primeModalDismissed, .primeModalDismissed),
    ]
  )
  func actions(viewAction: CounterView.Action, action: Counter.Action) {
    #expect(CounterFeature.Action(counterViewAction: viewAction) == .counter(action))
  }

  @Test(
    arguments: [
      (7, [Int](), "7 is prime 🎉", true, false),
      (7, [7], "7 is prime 🎉", false, true),
      (8, [7], "8 is not prime", false, false),
      (-7, [], "-7 is not prime", false, false),
    ]
  )
  func modalState(count: Int, favorites: [Int], title: String, canSave: Bool, canRemove: Bool) {
    let state = IsPrimeModalView.State(count: count, favoritePrimes: favorites)
    #expect(state.title == title)
    #expect(state.isSaveButtonShown == canSave)
    #expect(state.isRemoveButtonShown == canRemove)
  }

  @Test func modalActions() {
    #expect(PrimeModal.Action(primeModalViewAction: .saveFavoritePrimeTapped) == .saveFavoritePrimeTapped)
    #expect(PrimeModal.Action(primeModalViewAction: .removeFavoritePrimeTapped) == .removeFavoritePrimeTapped)
  }
}
