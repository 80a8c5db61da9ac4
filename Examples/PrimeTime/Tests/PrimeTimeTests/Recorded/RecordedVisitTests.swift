// Recorded by Scripts/record-tests: don't edit it.
// swift-format-ignore-file

import Counterpoint
import CounterpointTesting
import PrimeTime
import Testing

@Test func aRecordedVisit() async {
  let store = TestStore(initialState: AppFeature.State()) {
    AppFeature()
  } withDependencies: {
    $0.favorites = .inMemory([])
  }

  await store.send(.counter(.counter(.incrTapped))) {
    $0.counter.count = 1
  }
  await store.send(.counter(.counter(.incrTapped))) {
    $0.counter.count = 2
  }
  await store.send(.counter(.counter(.isPrimeButtonTapped))) {
    $0.counter.isPrimeModalShown = true
  }
  await store.send(.counter(.primeModal(.saveFavoritePrimeTapped))) {
    $0.counter.favoritePrimes.append(2)
  }
  await store.send(.counter(.counter(.primeModalDismissed))) {
    $0.counter.isPrimeModalShown = false
  }
  await store.send(.favoritePrimesButtonTapped) {
    $0.isFavoritePrimesShown = true
  }
  await store.send(.favoritePrimes(.saveButtonTapped)) {
    $0.isSavingFavorites = true
  }
  await store.receive(\.favoritePrimes.savedFavoritePrimes, FavoritesSave(movedAside: nil)) {
    $0.isSavingFavorites = false
    $0.favoritesNotice = "Saved 1 favorite prime."
  }
  await store.send(.favoritePrimes(.deleteFavoritePrimes([2, 3]))) {
    $0.counter.favoritePrimes.removeAll()
    $0.favoritesNotice = nil
  }
  await store.send(.favoritePrimes(.loadButtonTapped))
  await store.receive(\.favoritePrimes.loadedFavoritePrimes, FavoritesLoad(primes: [2], notPrime: [])) {
    $0.counter.favoritePrimes.append(2)
    $0.favoritesNotice = "Loaded 1 favorite prime."
  }
  await store.send(.favoritePrimesDismissed) {
    $0.isFavoritePrimesShown = false
    $0.favoritesNotice = nil
  }
}
