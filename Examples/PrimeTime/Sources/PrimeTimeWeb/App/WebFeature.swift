public import Counterpoint
public import PrimeTime
public import StateSharing

/// PrimeTime with what only the web needs: favorites that all visitors share.
///
/// The logic keeps each visitor's list in its own state, as on any platform. Here that list follows the shared one, and what the
/// visitor does to it is done to the shared one at once.
@Reducer
public struct WebFeature {
  /// The program's state.
  @ObservableState
  public struct State: Equatable, Sendable {
    /// The program.
    public var app: AppFeature.State

    /// Makes a state.
    public init(app: AppFeature.State = AppFeature.State()) {
      self.app = app
    }
  }

  /// What can happen in the program, and on the web alone.
  public enum Action: Equatable, Sendable {
    /// In the program.
    case app(AppFeature.Action)
    /// Somebody, perhaps this visitor, has changed the shared favorites.
    case favoritesChanged([Int])
    /// The visitor has come.
    case visitBegan
  }

  private let favorites: Shared<[Int]>

  /// Makes the feature.
  ///
  /// - Parameter favorites: The favorites of all visitors.
  public init(favorites: Shared<[Int]>) {
    self.favorites = favorites
  }

  /// The program; what a visitor does to their list is done to the shared one; the list follows that.
  public var body: some ReducerOf<Self> {
    Scope(\.app, action: \.app) {
      AppFeature()
    }
    .onChange(of: \.app.counter.favoritePrimes) { old, state in
      let new = state.app.counter.favoritePrimes
      favorites.withLock { $0.change(as: old, to: new) }
      // With what others have done meanwhile, which comes as an action as well.
      state.app.counter.favoritePrimes = favorites.wrappedValue
      return .none
    }
    Reduce { state, action in
      switch action {
      case .app:
        return .none
      case .favoritesChanged(let primes):
        state.app.counter.favoritePrimes = primes
        return .none
      case .visitBegan:
        return .run { [favorites] send in
          for await primes in favorites.values(buffering: .newest(1)) { await send(.favoritesChanged(primes)) }
        }
      }
    }
  }
}

extension [Int] {
  /// Does to this list what somebody has done to another, and leaves alone what they have not touched. Two visitors who each add a
  /// prime at the same time both find both.
  mutating func change(as old: [Int], to new: [Int]) {
    let removed = Set(old).subtracting(new)
    removeAll(where: removed.contains)
    append(contentsOf: new.filter { !old.contains($0) && !contains($0) })
  }
}
