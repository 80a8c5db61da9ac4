import PrimeTime
import PrimeTimeWeb
import Testing

@Suite struct MappingTests {
  @Test func counterAtRest() {
    let state = CounterSection.State(counterFeatureState: CounterFeature.State(count: 7, favoritePrimes: [2, 3]))
    #expect(state.alertTitle == nil)
    #expect(state.count == 7)
    #expect(!state.isCountingDisabled)
    #expect(!state.isNthPrimeButtonDisabled)
    #expect(state.nthPrimeButtonTitle == "What is the 7th prime?")
    #expect(state.popover == nil)
    #expect(state.progressPercent == nil)
  }

  @Test func counterInFlight() {
    let state = CounterSection.State(
      counterFeatureState: CounterFeature.State(count: 7, isNthPrimeRequestInFlight: true, nthPrimeProgress: 0.456)
    )
    #expect(state.isCountingDisabled)
    #expect(state.isNthPrimeButtonDisabled)
    #expect(state.progressPercent == 45)
    #expect(state.progressTitle == "Computing the 7th prime")
  }

  @Test func counterPresenting() {
    let alert = PrimeAlert(n: 7, prime: 17)
    let state = CounterSection.State(
      counterFeatureState: CounterFeature.State(alertNthPrime: alert, count: 8, isPrimeModalShown: true)
    )
    #expect(state.alertTitle == alert.title)
    #expect(state.popover?.title == "8 is not prime")
  }

  @Test(
    arguments: [
      (CounterSection.Action.alertDismissed, CounterFeature.Action.counter(.alertDismissButtonTapped)),
      (.cancelButtonClicked, .counter(.cancelNthPrimeRequest)), (.countDoubleClicked, .counter(.requestNthPrime)),
      (.decrementButtonClicked, .counter(.decrTapped)), (.incrementButtonClicked, .counter(.incrTapped)),
      (.isPrimeButtonClicked, .counter(.isPrimeButtonTapped)), (.nthPrimeButtonClicked, .counter(.requestNthPrime)),
      (.popover(.saveButtonClicked), .primeModal(.saveFavoritePrimeTapped)),
      (.popover(.removeButtonClicked), .primeModal(.removeFavoritePrimeTapped)),
      (.popoverDismissed, .counter(.primeModalDismissed)),
    ]
  )
  func counterActions(viewAction: CounterSection.Action, action: CounterFeature.Action) {
    #expect(CounterFeature.Action(counterSectionAction: viewAction) == action)
    #expect(WebFeature.Action(pageAction: .counter(viewAction)) == .app(.counter(action)))
  }

  @Test(
    arguments: [
      (7, [Int](), "7 is prime 🎉", true, false), (7, [7], "7 is prime 🎉", false, true),
      (8, [7], "8 is not prime", false, false), (-7, [], "-7 is not prime", false, false),
    ]
  )
  func popoverState(count: Int, favorites: [Int], title: String, canSave: Bool, canRemove: Bool) {
    let state = IsPrimePopover.State(count: count, favoritePrimes: favorites)
    #expect(state.title == title)
    #expect(state.isSaveButtonShown == canSave)
    #expect(state.isRemoveButtonShown == canRemove)
  }

  @Test func favorites() {
    let state = FavoritesPanel.State(favoritePrimes: [7, 2])
    #expect(state.primes == [7, 2])
    #expect(state.title == "Favorite primes (2)")
    #expect(
      WebFeature.Action(pageAction: .favorites(.deleteButtonClicked(prime: 7)))
        == .app(.favoritePrimes(.deleteFavoritePrimes([7])))
    )
  }

  @Test func newestNoticeIsShown() {
    var app = AppFeature.State(favoritesNotice: "Saved.")
    #expect(PrimeTimePage.State(state: WebFeature.State(app: app)).notice == "Saved.")
    app.counter.notice = "No."
    #expect(PrimeTimePage.State(state: WebFeature.State(app: app)).notice == "No.")
    #expect(PrimeTimePage.State(state: WebFeature.State()).notice == "")
  }
}
