public import Counterpoint

/// The whole program, without a platform: counting, and the favorite primes.
public struct AppFeature: Reducer {
  /// See ``AppState``.
  public typealias State = AppState
  /// See ``AppAction``.
  public typealias Action = AppAction

  private let primes: PrimeClient
  private let favorites: FavoritesClient

  /// Makes the feature.
  ///
  /// - Parameters:
  ///   - primes: Where primes come from.
  ///   - favorites: Where the favorites are kept.
  public init(primes: PrimeClient, favorites: FavoritesClient) {
    self.primes = primes
    self.favorites = favorites
  }

  /// Counting and the list, then what they have to do with each other.
  public var body: some ReducerOf<Self> {
    Scope(\.counter, action: \.counter) {
      CounterFeature(primes: primes)
    }
    Scope(\.counter.favoritePrimes, action: \.favoritePrimes) {
      FavoritePrimes(favorites: favorites)
    }
    Reduce { state, action in
      switch action {
      case .counter(.counter(.nthPrimeProgressed)):
        break

      case .favoritePrimes(let action):
        state.isSavingFavorites = isSaving(after: action, before: state.isSavingFavorites)
        state.favoritesNotice = notice(after: action, favorites: state.counter.favoritePrimes)

      case .favoritePrimesButtonTapped:
        state.isFavoritePrimesShown = true
        state.favoritesNotice = nil

      case .favoritePrimesDismissed:
        state.isFavoritePrimesShown = false
        state.favoritesNotice = nil

      case .counter:
        state.favoritesNotice = nil
      }
      return .none
    }
  }

  private func isSaving(after action: FavoritePrimesAction, before: Bool) -> Bool {
    switch action {
    case .saveButtonTapped: true
    case .savedFavoritePrimes, .savingFailed: false
    case .deleteFavoritePrimes, .loadButtonTapped, .loadedFavoritePrimes, .loadingFailed: before
    }
  }

  private func notice(after action: FavoritePrimesAction, favorites: [Int]) -> String? {
    let list = favorites.count == 1 ? "1 favorite prime" : "\(favorites.count) favorite primes"
    switch action {
    case .deleteFavoritePrimes, .saveButtonTapped, .loadButtonTapped:
      return nil
    case .savedFavoritePrimes(let save):
      return ["Saved \(list).", save.movedAside?.description].compactMap { $0 }.joined(separator: " ")
    case .loadedFavoritePrimes(let load):
      let notPrime = load.notPrime.map(String.init).joined(separator: ", ")
      return "Loaded \(list)." + (notPrime.isEmpty ? "" : " Left out what is not prime: \(notPrime).")
    case .savingFailed(let reason), .loadingFailed(let reason):
      return reason
    }
  }
}
