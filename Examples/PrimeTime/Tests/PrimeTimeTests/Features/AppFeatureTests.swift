import Counterpoint
import PrimeTime
import Testing

@MainActor
@Suite struct AppFeatureTests {
  private func store(
    favoritePrimes: [Int] = [],
    favorites: FavoritesClient = .inMemory([])
  ) -> StoreOf<AppFeature> {
    Store(initialState: AppFeature.State(counter: CounterFeature.State(favoritePrimes: favoritePrimes))) {
      AppFeature()
    } withDependencies: {
      $0.primes = .answering(17)
      $0.favorites = favorites
    }
  }

  @Test func theListShowsAndDeletes() {
    let store = store(favoritePrimes: [2, 3, 5])
    store.send(.favoritePrimesButtonTapped)
    #expect(store.withState(\.isFavoritePrimesShown))
    store.send(.favoritePrimes(.deleteFavoritePrimes([3, 9])))
    #expect(store.withState(\.counter.favoritePrimes) == [2, 5])
    store.send(.favoritePrimesDismissed)
    #expect(!store.withState(\.isFavoritePrimesShown))
  }

  @Test func whatIsSavedIsLoaded() async {
    let favorites = FavoritesClient.inMemory([])
    let first = store(favoritePrimes: [7, 2], favorites: favorites)
    let task = first.send(.favoritePrimes(.saveButtonTapped))
    #expect(first.withState(\.isSavingFavorites))
    await task.finish()
    #expect(!first.withState(\.isSavingFavorites))
    #expect(first.withState(\.favoritesNotice) == "Saved 2 favorite primes.")

    let second = store(favorites: favorites)
    await second.send(.favoritePrimes(.loadButtonTapped)).finish()
    #expect(second.withState(\.counter.favoritePrimes) == [7, 2])
    #expect(second.withState(\.favoritesNotice) == "Loaded 2 favorite primes.")
  }

  @Test func whatGoesWrongIsToldAndNothingIsLost() async {
    let error = FavoritesError.cannotSave(path: "/a", reason: "No space left on device")
    let failing = FavoritesClient(load: { throw error }, save: { _ in throw error })
    let store = store(favoritePrimes: [7], favorites: failing)
    await store.send(.favoritePrimes(.saveButtonTapped)).finish()
    #expect(store.withState(\.favoritesNotice) == error.description)
    #expect(!store.withState(\.isSavingFavorites))
    await store.send(.favoritePrimes(.loadButtonTapped)).finish()
    #expect(store.withState(\.favoritesNotice) == error.description)
    #expect(store.withState(\.counter.favoritePrimes) == [7])
  }

  @Test func whatIsOddAboutTheFileIsTold() async {
    let aside = MovedAside(from: "/a", to: "/b", reason: "it is empty")
    let foreign = FavoritesClient(
      load: { FavoritesLoad(primes: [2], notPrime: [4, 6]) },
      save: { _ in FavoritesSave(movedAside: aside) }
    )
    let store = store(favorites: foreign)
    await store.send(.favoritePrimes(.loadButtonTapped)).finish()
    #expect(
      store.withState(\.favoritesNotice)
        == "Loaded 1 favorite prime. Left out what is not prime: 4, 6."
    )
    await store.send(.favoritePrimes(.saveButtonTapped)).finish()
    #expect(store.withState(\.favoritesNotice) == "Saved 1 favorite prime. \(aside.description)")
  }

  @Test func theNextStepTakesTheNoticeAway() async {
    let store = store(favoritePrimes: [7])
    await store.send(.favoritePrimes(.saveButtonTapped)).finish()
    store.send(.counter(.counter(.incrTapped)))
    #expect(store.withState(\.favoritesNotice) == nil)
  }

  @Test func ofTwoSavesAtOnceTheNewerListIsWrittenLast() async {
    actor Disk {
      var written: [[Int]] = []
      func write(_ primes: [Int]) { written.append(primes) }
    }
    let disk = Disk()
    let favorites = FavoritesClient(
      load: { FavoritesLoad(primes: []) },
      save: { primes in
        await disk.write(primes)
        return FavoritesSave()
      }
    )
    let store = store(favoritePrimes: [2, 3, 5], favorites: favorites)
    let task = store.send(.favoritePrimes(.saveButtonTapped))
    store.send(.favoritePrimes(.deleteFavoritePrimes([3])))
    store.send(.favoritePrimes(.saveButtonTapped))
    store.send(.favoritePrimes(.deleteFavoritePrimes([5])))
    store.send(.favoritePrimes(.saveButtonTapped))
    #expect(store.withState(\.isSavingFavorites))
    await task.finish()
    #expect(await disk.written == [[2, 3, 5], [2]])
    #expect(!store.withState(\.isSavingFavorites))
  }

  @Test func aNoticeOfTheCounterDoesNotHideWhatCameOfSaving() async {
    let error = FavoritesError.cannotSave(path: "/a", reason: "No space left on device")
    let store = store(favorites: FavoritesClient(load: { throw error }, save: { _ in throw error }))
    store.send(.counter(.primeModal(.saveFavoritePrimeTapped)))
    #expect(store.withState(\.counter.notice) != nil)
    await store.send(.favoritePrimes(.saveButtonTapped)).finish()
    #expect(store.withState(\.counter.notice) == nil)
    #expect(store.withState(\.favoritesNotice) == error.description)
    store.send(.counter(.counter(.nthPrimeResponse(n: 7, prime: 17))))
    #expect(store.withState(\.favoritesNotice) == error.description)
  }
}
