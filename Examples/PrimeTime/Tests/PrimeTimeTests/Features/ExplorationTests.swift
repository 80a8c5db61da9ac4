import Counterpoint
import CounterpointTesting
import PrimeTime
import Testing

/// The whole program in all orders of taps, answers and saves.
@Suite struct ExplorationTests {
  private struct Offline: Error {}

  @Test func aSaveIsNeverLost() async {
    let report = await explore(
      AppFeature.State(counter: CounterFeature.State(favoritePrimes: [2, 3])),
      depth: 5,
      budget: ExplorationBudget(time: .seconds(1_200)),
      invariants: [
        .always("a save is due only during another one") { $0.isSavingFavorites || !$0.isSavingFavoritesDue },
        .always("favorites differ") { state in
          Set(state.counter.favoritePrimes).count == state.counter.favoritePrimes.count
        },
      ]
    ) { _ in
      [
        .counter(.counter(.incrTapped)),
        .counter(.counter(.requestNthPrime)),
        .counter(.counter(.cancelNthPrimeRequest)),
        .favoritePrimes(.saveButtonTapped),
        .favoritePrimes(.loadButtonTapped),
      ]
    } reducer: {
      AppFeature()
    } withDependencies: {
      $0.primes = PrimeClient { _, _ in try await Draw.answer([.success(5), .failure(Offline())]) }
      $0.favorites.load = { try await Draw.answer([.success(FavoritesLoad(primes: [2, 3, 5])), .failure(Offline())]) }
      $0.favorites.save = { _ in try await Draw.answer([.success(FavoritesSave()), .failure(Offline())]) }
    }
    #expect(report.summary == "1,517 states, all to depth 5")
  }
}
