import Counterpoint
import CounterpointTesting
import PrimeTime
import Testing

@MainActor
@Suite struct AppFeatureTests {
  private func store(
    favoritePrimes: [Int] = [],
    favorites: FavoritesClient = .inMemory([])
  ) -> TestStoreOf<AppFeature> {
    TestStore(initialState: AppFeature.State(counter: CounterFeature.State(favoritePrimes: favoritePrimes))) {
      AppFeature()
    } withDependencies: {
      $0.primes = .answering(17)
      $0.favorites = favorites
    }
  }

  @Test func theListShowsAndDeletes() async {
    let store = store(favoritePrimes: [2, 3, 5])
    await store.send(.favoritePrimesButtonTapped) { $0.isFavoritePrimesShown = true }
    await store.send(.favoritePrimes(.deleteFavoritePrimes([3, 9]))) { $0.counter.favoritePrimes = [2, 5] }
    await store.send(.favoritePrimesDismissed) { $0.isFavoritePrimesShown = false }
  }

  @Test func whatIsSavedIsLoaded() async {
    let favorites = FavoritesClient.inMemory([])
    let first = store(favoritePrimes: [7, 2], favorites: favorites)
    await first.send(.favoritePrimes(.saveButtonTapped)) { $0.isSavingFavorites = true }
    await first.receive(\.favoritePrimes.savedFavoritePrimes) {
      $0.isSavingFavorites = false
      $0.favoritesNotice = "Saved 2 favorite primes."
    }

    let second = store(favorites: favorites)
    await second.send(.favoritePrimes(.loadButtonTapped))
    await second.receive(\.favoritePrimes.loadedFavoritePrimes) {
      $0.counter.favoritePrimes = [7, 2]
      $0.favoritesNotice = "Loaded 2 favorite primes."
    }
  }

  @Test func whatGoesWrongIsToldAndNothingIsLost() async {
    let error = FavoritesError.cannotSave(path: "/a", reason: "No space left on device")
    let failing = FavoritesClient(load: { throw error }, save: { _ in throw error })
    let store = store(favoritePrimes: [7], favorites: failing)
    await store.send(.favoritePrimes(.saveButtonTapped)) { $0.isSavingFavorites = true }
    await store.receive(\.favoritePrimes.savingFailed) {
      $0.isSavingFavorites = false
      $0.favoritesNotice = error.description
    }
    await store.send(.favoritePrimes(.loadButtonTapped)) { $0.favoritesNotice = nil }
    await store.receive(\.favoritePrimes.loadingFailed) { $0.favoritesNotice = error.description }
  }

  @Test func whatIsOddAboutTheFileIsTold() async {
    let aside = "/a is not a list of favorite primes (it is empty); it was moved to /b."
    let foreign = FavoritesClient(
      load: { FavoritesLoad(primes: [2], notPrime: [4, 6]) },
      save: { _ in FavoritesSave(movedAside: aside) }
    )
    let store = store(favorites: foreign)
    // Only the notices matter here. Other tests assert loading and saving.
    store.exhaustivity = .off
    await store.send(.favoritePrimes(.loadButtonTapped))
    await store.receive(\.favoritePrimes.loadedFavoritePrimes) {
      $0.favoritesNotice = "Loaded 1 favorite prime. Left out what is not prime: 4, 6."
    }
    await store.send(.favoritePrimes(.saveButtonTapped))
    await store.receive(\.favoritePrimes.savedFavoritePrimes) {
      $0.favoritesNotice = "Saved 1 favorite prime. \(aside)"
    }
  }

  @Test func theNextStepTakesTheNoticeAway() async {
    let store = store(favoritePrimes: [7])
    // Only the notice matters here. Other tests assert saving.
    store.exhaustivity = .off
    await store.send(.favoritePrimes(.saveButtonTapped))
    await store.receive(\.favoritePrimes.savedFavoritePrimes) { $0.favoritesNotice = "Saved 1 favorite prime." }
    await store.send(.counter(.counter(.incrTapped))) { $0.favoritesNotice = nil }
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
    // A live store: a test store has the first save done before the list changes.
    let state = AppFeature.State(counter: CounterFeature.State(favoritePrimes: [2, 3, 5]))
    let store = Store(initialState: state) {
      AppFeature()
    } withDependencies: {
      $0.favorites = favorites
    }
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
    // Only the notices matter here. Other tests assert saving and the answer.
    store.exhaustivity = .off
    await store.send(.counter(.primeModal(.saveFavoritePrimeTapped)))
    #expect(store.state.counter.notice != nil)
    await store.send(.favoritePrimes(.saveButtonTapped))
    await store.receive(\.favoritePrimes.savingFailed) {
      $0.counter.notice = nil
      $0.favoritesNotice = error.description
    }
    await store.send(.counter(.counter(.nthPrimeResponse(n: 7, prime: 17)))) {
      $0.favoritesNotice = error.description
    }
  }
}
