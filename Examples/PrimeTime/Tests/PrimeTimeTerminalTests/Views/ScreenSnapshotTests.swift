import Counterpoint
import CounterpointTerminal
import PrimeTime
import PrimeTimeTerminal
import Testing

/// A script of view actions through the view stores, the modal's through a scoped one, with a look at every screen.
@MainActor
@Suite struct ScreenSnapshotTests {
  @Test func happyFlow() async throws {
    let store = makeStore()
    let screen = store.terminalView
    let featureStore = store.scope(\.app, action: \.app).scope(\.counter, action: \.counter)
    let counter =
      featureStore
      .scope(
        state: CounterView.State.init(counterFeatureState:),
        action: CounterFeature.Action.init(counterViewAction:)
      )
      .view
    let primeModal =
      featureStore
      .scope(state: { $0 }, action: { .primeModal($0) })
      .view(
        state: { IsPrimeModalView.State(count: $0.count, favoritePrimes: $0.favoritePrimes) },
        action: PrimeModal.Action.init(primeModalViewAction:)
      )

    try expectScreen(screen.state, named: "1-start")
    counter.send(.incrTapped)
    try expectScreen(screen.state, named: "2-one-up")
    counter.send(.incrTapped)
    try expectScreen(screen.state, named: "3-two-up")
    let request = counter.send(.nthPrimeButtonTapped)
    try expectScreen(screen.state, named: "4-in-flight")
    await request.finish()
    try expectScreen(screen.state, named: "5-alert")
    counter.send(.alertDismissButtonTapped)
    try expectScreen(screen.state, named: "6-alert-dismissed")
    counter.send(.isPrimeButtonTapped)
    try expectScreen(screen.state, named: "7-modal")
    primeModal.send(.saveFavoritePrimeTapped)
    try expectScreen(screen.state, named: "8-modal-saved")
    counter.send(.primeModalDismissed)
    try expectScreen(screen.state, named: "9-modal-dismissed")
  }

  @Test func favorites() async throws {
    let store = makeStore(CounterFeature.State(favoritePrimes: [2, 3, 5, 7, 11, 13, 17, 19, 23]))
    let screen = store.terminalView
    screen.send(.favoritePrimesButtonTapped)
    try expectScreen(screen.state, named: "favorites-1-list")
    screen.send(.selectionMoved(by: 6))
    try expectScreen(screen.state, named: "favorites-2-selected")
    try expectScreen(screen.state, named: "favorites-3-small", size: TerminalSize(columns: 20, rows: 5))
    screen.send(.favoritePrimes(.deleteButtonTapped(prime: 17)))
    await screen.send(.favoritePrimes(.saveButtonTapped)).finish()
    try expectScreen(screen.state, named: "favorites-4-saved")
    screen.send(.history(.undoButtonTapped))
    try expectScreen(screen.state, named: "favorites-5-undone")
  }

  @Test func smallTerminal() throws {
    let size = TerminalSize(columns: 20, rows: 5)
    let screen = makeStore(CounterFeature.State(count: 42)).terminalView
    try expectScreen(screen.state, named: "small-1-start", size: size)
    screen.send(.counter(.isPrimeButtonTapped))
    try expectScreen(screen.state, named: "small-2-modal", size: size)
  }

  @Test func emptyListAndNotice() throws {
    let screen = makeStore(CounterFeature.State(count: .max)).terminalView
    screen.send(.counter(.incrTapped))
    try expectScreen(screen.state, named: "notice-1-count-limit")
    screen.send(.favoritePrimesButtonTapped)
    try expectScreen(screen.state, named: "notice-2-empty-list")
  }
}
