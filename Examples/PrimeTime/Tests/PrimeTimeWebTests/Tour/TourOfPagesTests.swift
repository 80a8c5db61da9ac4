import Counterpoint
import CounterpointHTML
import PrimeTime
import PrimeTimeTerminal
import PrimeTimeWeb
import StateSharing
import Testing

/// Runs the script of intents on pages as values: view actions in, HTML out.
@MainActor
@Suite struct TourOfPagesTests {
  @Test func theTour() async throws {
    let store = Store(initialState: WebFeature.State()) {
      WebFeature()
    } withDependencies: {
      $0.primes = PrimeClient(nthPrime: { _, _ in 17 })
    }
    let page = store.page

    for step in try Tour().steps {
      for action in actions(for: step.intent, page.state) { await page.send(action).finish() }
      let html = page.state.html
      let found: Tour.Expectation =
        switch step.expectation {
        case .alert: .alert(html.element(id: "alert-title")?.text)
        case .answer: .answer(html.element(id: "popover-title").map { !$0.text.contains("not") })
        case .count: .count(Int(html.element(id: "count")?.text ?? "") ?? .min)
        case .favorites:
          .favorites(html.element(id: "favorites")?.text.split(separator: "✕").compactMap { Int($0) } ?? [])
        }
      #expect(found == step.expectation, "\(step.text)")
    }
  }

  private func actions(for intent: Intent, _ state: PrimeTimePage.State) -> [PrimeTimePage.Action] {
    switch intent {
    case .decrement(let times): Array(repeating: .counter(.decrementButtonClicked), count: times)
    case .increment(let times): Array(repeating: .counter(.incrementButtonClicked), count: times)
    case .deleteFavorite(let prime): [.favorites(.deleteButtonClicked(prime: prime))]
    case .dismiss: [.counter(state.counter.alertTitle == nil ? .popoverDismissed : .alertDismissed)]
    case .isPrime: [.counter(.isPrimeButtonClicked)]
    case .nthPrime: [.counter(.countDoubleClicked)]
    case .removeFavorite: [.counter(.popover(.removeButtonClicked))]
    case .saveFavorite: [.counter(.popover(.saveButtonClicked))]
    case .cancel, .load, .quit, .redo, .save, .showFavorites, .undo: []
    }
  }
}
