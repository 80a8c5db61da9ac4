import Counterpoint
import PrimeTime
import PrimeTimeTerminal

/// The program over clients that answer at once.
@MainActor
func makeStore(
  _ counter: CounterFeatureState = CounterFeatureState(),
  favorites: FavoritesClient = .inMemory([])
) -> StoreOf<TerminalFeature> {
  Store(initialState: TerminalFeature.State(app: AppState(counter: counter))) {
    TerminalFeature(primes: PrimeClient { _, _ in 17 }, favorites: favorites)
  }
}
