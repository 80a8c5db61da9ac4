public import Counterpoint
import Foundation

/// The whole program, without a platform: counting, and the favorite primes.
@Reducer
public struct AppFeature {
  /// The state of the whole program.
  @ObservableState
  public struct State: Codable, Equatable, Sendable {
    /// Counting, and what it presents.
    public var counter: CounterFeature.State
    /// Whether the list of favorites is shown.
    public var isFavoritePrimesShown: Bool
    /// Whether the favorites are being saved.
    public var isSavingFavorites: Bool
    /// Whether to save them again afterwards, because they have changed since.
    public var isSavingFavoritesDue: Bool
    /// The outcome of the last save or load.
    public var favoritesNotice: String?

    /// Creates a state.
    public init(
      counter: CounterFeature.State = CounterFeature.State(),
      isFavoritePrimesShown: Bool = false,
      isSavingFavorites: Bool = false,
      isSavingFavoritesDue: Bool = false,
      favoritesNotice: String? = nil
    ) {
      self.counter = counter
      self.isFavoritePrimesShown = isFavoritePrimesShown
      self.isSavingFavorites = isSavingFavorites
      self.isSavingFavoritesDue = isSavingFavoritesDue
      self.favoritesNotice = favoritesNotice
    }
  }

  /// The actions of the whole program.
  public enum Action: Codable, Equatable, Sendable {
    /// On the counter and what it presents.
    case counter(CounterFeature.Action)
    /// On the list of favorites.
    case favoritePrimes(FavoritePrimes.Action)
    /// Show the list of favorites.
    case favoritePrimesButtonTapped
    /// The user has seen the list of favorites.
    case favoritePrimesDismissed
  }

  @Dependency(\.favorites) private var favorites

  /// Creates the feature.
  public init() {}

  /// Counting and the list, then what they have to do with each other.
  public var body: some ReducerOf<Self> {
    Scope(\.counter, action: \.counter) {
      CounterFeature()
    }
    Scope(\.counter.favoritePrimes, action: \.favoritePrimes) {
      FavoritePrimes()
    }
    Reduce { state, action in
      switch action {
      case .counter(.counter(.nthPrimeProgressed)), .counter(.counter(.nthPrimeResponse)),
        .counter(.counter(.nthPrimeFailed)):
        // The user has done nothing, and may still be reading.
        return .none

      case .counter:
        state.favoritesNotice = nil
        return .none

      case .favoritePrimes(let action):
        state.counter.notice = nil
        state.favoritesNotice = notice(after: action, favorites: state.counter.favoritePrimes)
        return save(after: action, &state)

      case .favoritePrimesButtonTapped, .favoritePrimesDismissed:
        state.isFavoritePrimesShown = action == .favoritePrimesButtonTapped
        if state.isFavoritePrimesShown { state.counter.notice = nil }
        state.favoritesNotice = nil
        return .none
      }
    }
  }

  private func notice(after action: FavoritePrimes.Action, favorites: [Int]) -> String? {
    let list = favorites.count == 1 ? "1 favorite prime" : "\(favorites.count) favorite primes"
    switch action {
    case .deleteFavoritePrimes, .saveButtonTapped, .loadButtonTapped:
      return nil
    case .savedFavoritePrimes(let save):
      return ["Saved \(list).", save.movedAside].compactMap { $0 }.joined(separator: " ")
    case .loadedFavoritePrimes(let load):
      let notPrime = load.notPrime.map(String.init).joined(separator: ", ")
      return "Loaded \(list)." + (notPrime.isEmpty ? "" : " Left out what is not prime: \(notPrime).")
    case .savingFailed(let reason), .loadingFailed(let reason):
      return reason
    }
  }

  /// Saves the favorites, one time after the other: of two saves at once, the older list could be written last.
  private func save(after action: FavoritePrimes.Action, _ state: inout State) -> Effect<Action> {
    switch action {
    case .saveButtonTapped where state.isSavingFavorites:
      state.isSavingFavoritesDue = true
      return .none
    case .saveButtonTapped:
      state.isSavingFavorites = true
    case .savedFavoritePrimes, .savingFailed:
      state.isSavingFavorites = state.isSavingFavoritesDue
      state.isSavingFavoritesDue = false
      if !state.isSavingFavorites { return .none }
    default:
      return .none
    }
    return .run { [favorites, primes = state.counter.favoritePrimes] send in
      await send(.favoritePrimes(.savedFavoritePrimes(try await favorites.save(primes))))
    } catch: { error, send in
      await send(.favoritePrimes(.savingFailed(reason: error.localizedDescription)))
    }
  }
}
