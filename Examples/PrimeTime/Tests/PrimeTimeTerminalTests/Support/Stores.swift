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
    $0.primes = PrimeClient(nthPrime: { _, _ in 17 })
    $0.favorites = favorites
  }
}
