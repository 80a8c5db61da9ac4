import Counterpoint
import Foundation

/// Saves the favorites, one time after the other: of two at once, the older list could be written last.
@Reducer
struct Saving {
  typealias State = AppFeature.State
  typealias Action = AppFeature.Action

  @Dependency(\.favorites) private var favorites

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .favoritePrimes(.saveButtonTapped):
        guard !state.isSavingFavorites else {
          state.isSavingFavoritesDue = true
          return .none
        }
        state.isSavingFavorites = true
        return save(state.counter.favoritePrimes)

      case .favoritePrimes(.savedFavoritePrimes), .favoritePrimes(.savingFailed):
        state.isSavingFavorites = state.isSavingFavoritesDue
        state.isSavingFavoritesDue = false
        return state.isSavingFavorites ? save(state.counter.favoritePrimes) : .none

      default:
        return .none
      }
    }
  }

  private func save(_ primes: [Int]) -> Effect<Action> {
    .run { [favorites] send in
      await send(.favoritePrimes(.savedFavoritePrimes(try await favorites.save(primes))))
    } catch: { error, send in
      await send(.favoritePrimes(.savingFailed(reason: error.localizedDescription)))
    }
  }
}
