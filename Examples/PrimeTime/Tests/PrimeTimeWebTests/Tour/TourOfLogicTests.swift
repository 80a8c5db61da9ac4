import Counterpoint
import CounterpointTesting
import PrimeTime
import PrimeTimeTerminal
import Testing

/// Runs the script of intents on the logic, without keys and pages.
@MainActor
@Suite struct TourOfLogicTests {
  @Test func theTour() async throws {
    let store = TestStore(initialState: AppFeature.State()) {
      AppFeature()
    } withDependencies: {
      $0.primes = PrimeClient(nthPrime: { _, _ in 17 })
    }
    store.exhaustivity = .off

    for step in try Tour().steps {
      for action in actions(for: step.intent, store.state) { await store.send(action) }
      if step.intent == .nthPrime { await store.receive(\.counter.counter.nthPrimeResponse) }
      let counter = store.state.counter
      let found: Tour.Expectation =
        switch step.expectation {
        case .alert: .alert(counter.alertNthPrime?.title)
        case .answer: .answer(counter.isPrimeModalShown ? isPrime(counter.count) : nil)
        case .count: .count(counter.count)
        case .favorites: .favorites(counter.favoritePrimes)
        }
      #expect(found == step.expectation, "\(step.text)")
    }
  }

  private func actions(for intent: Intent, _ state: AppFeature.State) -> [AppFeature.Action] {
    switch intent {
    case .decrement(let times): Array(repeating: .counter(.counter(.decrTapped)), count: times)
    case .increment(let times): Array(repeating: .counter(.counter(.incrTapped)), count: times)
    case .deleteFavorite(let prime): [.favoritePrimes(.deleteFavoritePrimes([prime]))]
    case .dismiss:
      [.counter(.counter(state.counter.alertNthPrime == nil ? .primeModalDismissed : .alertDismissButtonTapped))]
    case .isPrime: [.counter(.counter(.isPrimeButtonTapped))]
    case .nthPrime: [.counter(.counter(.requestNthPrime))]
    case .removeFavorite: [.counter(.primeModal(.removeFavoritePrimeTapped))]
    case .saveFavorite: [.counter(.primeModal(.saveFavoritePrimeTapped))]
    case .cancel, .load, .quit, .redo, .save, .showFavorites, .undo: []
    }
  }
}
