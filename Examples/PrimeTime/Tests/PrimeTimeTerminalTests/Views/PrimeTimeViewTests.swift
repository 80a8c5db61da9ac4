import Counterpoint
import CounterpointTerminal
import PrimeTime
import PrimeTimeTerminal
import Testing

@MainActor
@Suite struct PrimeTimeViewTests {
  private func state(_ app: AppFeature.State, selection: Int = 0) -> PrimeTimeView.State {
    PrimeTimeView.State(state: TerminalFeature.State(app: app, selection: selection))
  }

  @Test func presentsOnlyWhatIsShown() {
    let plain = state(AppFeature.State())
    #expect(plain.favoritePrimes == nil)
    #expect(plain.primeModal == nil)
    #expect(plain.notice == nil)
    let presenting = state(
      AppFeature.State(
        counter: CounterFeature.State(count: 2, favoritePrimes: [2, 3], isPrimeModalShown: true),
        isFavoritePrimesShown: true,
        isSavingFavorites: true
      ),
      selection: 1
    )
    #expect(presenting.favoritePrimes?.selectedPrime == 3)
    #expect(presenting.primeModal?.title == "2 is prime 🎉")
    #expect(presenting.notice == "Saving…")
    #expect(presenting.favorites == [2, 3])
  }

  @Test func dismissesTheTopmost() {
    var app = AppFeature.State()
    #expect(state(app).dismissal == nil)
    app.counter.isPrimeModalShown = true
    #expect(state(app).dismissal == .counter(.primeModalDismissed))
    app.isFavoritePrimesShown = true
    #expect(state(app).dismissal == .favoritePrimesDismissed)
    app.counter.alertNthPrime = PrimeAlert(n: 1, prime: 2)
    #expect(state(app).dismissal == .counter(.alertDismissButtonTapped))
  }

  @Test func actions() {
    let mapped = TerminalFeature.Action.init(viewAction:)
    #expect(mapped(.counter(.incrTapped)) == .app(.counter(.counter(.incrTapped))))
    #expect(
      mapped(.primeModal(.saveFavoritePrimeTapped)) == .app(.counter(.primeModal(.saveFavoritePrimeTapped)))
    )
    #expect(
      mapped(.favoritePrimes(.deleteButtonTapped(prime: 3))) == .app(.favoritePrimes(.deleteFavoritePrimes([3])))
    )
    #expect(mapped(.favoritePrimes(.saveButtonTapped)) == .app(.favoritePrimes(.saveButtonTapped)))
    #expect(mapped(.favoritePrimes(.loadButtonTapped)) == .app(.favoritePrimes(.loadButtonTapped)))
    #expect(mapped(.favoritePrimesButtonTapped) == .app(.favoritePrimesButtonTapped))
    #expect(mapped(.favoritePrimesDismissed) == .app(.favoritePrimesDismissed))
    #expect(mapped(.history(.undoButtonTapped)) == .history(.undo))
    #expect(mapped(.history(.redoButtonTapped)) == .history(.redo))
    #expect(mapped(.selectionMoved(by: -1)) == .selectionMoved(by: -1))
  }

  @Test func theSelectionStaysOnTheList() {
    let viewStore = makeStore(CounterFeature.State(favoritePrimes: [2, 3])).terminalView
    viewStore.send(.favoritePrimesButtonTapped)
    viewStore.send(.selectionMoved(by: -1))
    #expect(viewStore.favoritePrimes?.selectedPrime == 2)
    viewStore.send(.selectionMoved(by: 5))
    #expect(viewStore.favoritePrimes?.selectedPrime == 3)
    viewStore.send(.favoritePrimes(.deleteButtonTapped(prime: 3)))
    #expect(viewStore.favoritePrimes?.selectedPrime == 2)
    viewStore.send(.favoritePrimes(.deleteButtonTapped(prime: 2)))
    #expect(viewStore.favoritePrimes?.selectedPrime == nil)
  }

  @Test func keysOnTheCounter() {
    let rest = state(AppFeature.State())
    #expect(rest.command(for: .key("+")) == .send(.counter(.incrTapped)))
    #expect(rest.command(for: .key(.down)) == .send(.counter(.decrTapped)))
    #expect(rest.command(for: .key("n")) == .send(.counter(.nthPrimeButtonTapped)))
    #expect(rest.command(for: .key("p")) == .send(.counter(.isPrimeButtonTapped)))
    #expect(rest.command(for: .key("f")) == .send(.favoritePrimesButtonTapped))
    #expect(rest.command(for: .key("q")) == .quit)
    #expect(rest.command(for: .key("c")) == nil)
    #expect(rest.command(for: .paste("q")) == nil)
  }

  @Test func keysOfDisabledButtonsDoNothing() {
    let inFlight = state(AppFeature.State(counter: CounterFeature.State(isNthPrimeRequestInFlight: true)))
    for key: Key in ["+", "-", .up, .down, "n"] { #expect(inFlight.command(for: .key(key)) == nil) }
    #expect(inFlight.command(for: .key("c")) == .send(.counter(.cancelButtonTapped)))
  }

  @Test func whatIsPresentedTakesTheKeys() {
    let modal = state(AppFeature.State(counter: CounterFeature.State(count: 7, isPrimeModalShown: true)))
    #expect(modal.command(for: .key("+")) == nil)
    #expect(modal.command(for: .key("s")) == .send(.primeModal(.saveFavoritePrimeTapped)))
    #expect(modal.command(for: .key("r")) == nil)
    #expect(modal.command(for: .key(.escape)) == .send(.counter(.primeModalDismissed)))

    let alert = state(AppFeature.State(counter: CounterFeature.State(alertNthPrime: PrimeAlert(n: 1, prime: 2))))
    #expect(alert.command(for: .key("+")) == nil)
    #expect(alert.command(for: .key(.enter)) == .send(.counter(.alertDismissButtonTapped)))

    let list = state(AppFeature.State(counter: CounterFeature.State(favoritePrimes: [2]), isFavoritePrimesShown: true))
    #expect(list.command(for: .key("+")) == nil)
    #expect(list.command(for: .key(.down)) == .send(.selectionMoved(by: 1)))
    #expect(list.command(for: .key("d")) == .send(.favoritePrimes(.deleteButtonTapped(prime: 2))))
    #expect(list.command(for: .key("s")) == .send(.favoritePrimes(.saveButtonTapped)))
    #expect(list.command(for: .key("l")) == .send(.favoritePrimes(.loadButtonTapped)))
    #expect(list.command(for: .key(.escape)) == .send(.favoritePrimesDismissed))
  }

  @Test func changesOfTheListAreUndoneAndRedone() {
    let viewStore = makeStore(CounterFeature.State(favoritePrimes: [2, 3])).terminalView
    viewStore.send(.favoritePrimesButtonTapped)
    func press(_ key: Key) {
      guard case .send(let action)? = viewStore.state.command(for: .key(key)) else { return }
      viewStore.send(action)
    }
    #expect(viewStore.state.command(for: .key("u")) == nil)
    press("j")
    press("d")
    #expect(viewStore.favorites == [2])
    #expect(viewStore.favoritePrimes?.selectedPrime == 2)
    press("d")
    #expect(viewStore.favoritePrimes?.selectedPrime == nil)
    #expect(viewStore.state.command(for: .key("r")) == nil)
    press("u")
    press("u")
    #expect(viewStore.favorites == [2, 3])
    #expect(viewStore.favoritePrimes?.selectedPrime == 2)
    press("r")
    #expect(viewStore.favorites == [2])
    press("d")
    #expect(viewStore.state.command(for: .key("r")) == nil)
  }

  @Test func theNoticeDescribesNoReplacedList() async {
    let viewStore = makeStore(favorites: .inMemory([2, 3])).terminalView
    await viewStore.send(.favoritePrimes(.loadButtonTapped)).finish()
    #expect(viewStore.notice == "Loaded 2 favorite primes.")
    viewStore.send(.history(.undoButtonTapped))
    #expect(viewStore.favorites == [])
    #expect(viewStore.notice == nil)
  }
}
