public import Counterpoint
import Foundation

/// The list of favorite primes: deleting and loading. Its state is the list.
@Reducer
public struct FavoritePrimes {
  /// The primes, in the order in which they were saved.
  public typealias State = [Int]

  /// The actions of the list of favorite primes.
  public enum Action: Codable, Equatable, Sendable {
    /// Take these primes out of the list.
    case deleteFavoritePrimes(Set<Int>)
    /// Keep the list for the next run of the program.
    case saveButtonTapped
    /// Take the list that was kept last.
    case loadButtonTapped
    /// The list has been kept.
    case savedFavoritePrimes(FavoritesSave)
    /// A list has been found.
    case loadedFavoritePrimes(FavoritesLoad)
    /// The list could not be kept; the one in memory is as it was, and so is the one kept before.
    case savingFailed(reason: String)
    /// No list could be read; the one in memory is as it was.
    case loadingFailed(reason: String)
  }

  private enum EffectID { case load }

  @Dependency(\.favorites) private var favorites

  /// Deletes and loads.
  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .deleteFavoritePrimes(let primes):
        state.removeAll(where: primes.contains)

      case .loadButtonTapped:
        return .run { [favorites] send in
          await send(.loadedFavoritePrimes(try await favorites.load()))
        } catch: { error, send in
          await send(.loadingFailed(reason: error.localizedDescription))
        }
        .cancellable(id: EffectID.load, cancelInFlight: true)

      case .loadedFavoritePrimes(let load):
        state = load.primes

      case .saveButtonTapped, .savedFavoritePrimes, .savingFailed, .loadingFailed:
        break  // See AppFeature.
      }
      return .none
    }
  }
}
