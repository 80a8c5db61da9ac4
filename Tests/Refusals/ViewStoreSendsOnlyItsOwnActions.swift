// refused: type 'ViewAction' has no member 'nthPrimeResponse'
import CounterpointCore

enum FeatureAction { case requestNthPrime, nthPrimeResponse(Int) }
enum ViewAction { case nthPrimeButtonTapped }

@MainActor
func screen(_ store: Store<Int, FeatureAction>) {
  let viewStore = store.view(state: { $0 }, action: { (_: ViewAction) in .requestNthPrime })
  viewStore.send(.nthPrimeButtonTapped)
  #if REFUSED
  viewStore.send(.nthPrimeResponse(17))
  #endif
}
