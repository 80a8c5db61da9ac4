import Counterpoint
import PrimeTime
import PrimeTimeTerminal

/// The program over clients that answer at once.
@MainActor
func makeStore(
  _ counter: CounterFeature.State = CounterFeature.State(),
  favorites: FavoritesClient = .inMemory([])
) -> StoreOf<TerminalFeature> {
  Store(initialState: TerminalFeature.State(app: AppFeature.State(counter: counter))) {
    TerminalFeature()
  } withDependencies: {
    // The 2nd or the 7th, and right: what is recorded with it is shown in the documentation.
    $0.primes = PrimeClient(nthPrime: { n, _ in n == 2 ? 3 : 17 })
    $0.favorites = favorites
  }
}
