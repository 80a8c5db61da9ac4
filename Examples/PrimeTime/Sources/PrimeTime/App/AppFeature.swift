public import Counterpoint

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

    /// Makes a state.
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

  /// Makes the feature.
  public init() {}

  /// Counting and the list, then what they have to do with each other.
  public var body: some ReducerOf<Self> {
    Scope(\.counter, action: \.counter) {
      CounterFeature()
    }
    Scope(\.counter.favoritePrimes, action: \.favoritePrimes) {
      FavoritePrimes()
    }
    Saving()
    Reduce { state, action in
      switch action {
      case .counter(.counter(.nthPrimeProgressed)), .counter(.counter(.nthPrimeResponse)),
        .counter(.counter(.nthPrimeFailed)):
        // The user has done nothing, and may still be reading.
        break

      case .counter:
        state.favoritesNotice = nil

      case .favoritePrimes(let action):
        state.counter.notice = nil
        state.favoritesNotice = notice(after: action, favorites: state.counter.favoritePrimes)

      case .favoritePrimesButtonTapped:
        state.isFavoritePrimesShown = true
        state.counter.notice = nil
        state.favoritesNotice = nil

      case .favoritePrimesDismissed:
        state.isFavoritePrimesShown = false
        state.favoritesNotice = nil
      }
      return .none
    }
  }

  private func notice(after action: FavoritePrimes.Action, favorites: [Int]) -> String? {
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
