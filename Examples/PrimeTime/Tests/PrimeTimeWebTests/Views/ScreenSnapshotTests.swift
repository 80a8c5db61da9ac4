import PrimeTime
import PrimeTimeWeb
import StateSharing
import Testing

@Suite struct ScreenSnapshotTests {
  private func state(_ counter: CounterFeature.State, favorites: [Int] = []) -> PrimeTimePage.State {
    PrimeTimePage.State(
      state: WebFeature.State(app: AppFeature.State(counter: counter), favorites: Shared(value: favorites))
    )
  }

  @Test func start() throws {
    try expectPage(state(CounterFeature.State()), named: "1-start")
  }

  @Test func popover() throws {
    try expectPage(state(CounterFeature.State(count: 7, isPrimeModalShown: true)), named: "2-popover")
  }

  @Test func favorites() throws {
    let counter = CounterFeature.State(count: 7, isPrimeModalShown: true)
    try expectPage(state(counter, favorites: [7, 2]), named: "3-favorites")
  }

  @Test func inFlight() throws {
    let counter = CounterFeature.State(count: 9000, isNthPrimeRequestInFlight: true, nthPrimeProgress: 0.42)
    try expectPage(state(counter), named: "4-in-flight")
  }

  @Test func alert() throws {
    let counter = CounterFeature.State(alertNthPrime: PrimeAlert(n: 7, prime: 17), count: 7)
    try expectPage(state(counter), named: "5-alert")
  }

  @Test func notice() throws {
    try expectPage(state(CounterFeature.State(notice: "The count ends at <9>.")), named: "6-notice")
  }
}
