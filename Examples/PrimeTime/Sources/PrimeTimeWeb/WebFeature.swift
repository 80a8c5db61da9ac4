public import Counterpoint
public import PrimeTime
public import StateSharing

/// PrimeTime with a feature that only the web needs: favorites that all visitors share.
///
/// As on any platform, the logic stores each visitor's list in its own state. Before an action is handled, that list
/// is replaced by the shared one. Changes of the logic are applied to the shared list in the same reduction. The page
/// reads the shared list, so it follows the changes of other visitors.
@Reducer
public struct WebFeature {
  /// The program's state.
  @ObservableState
  public struct State: Codable, Equatable, Sendable {
    /// The program.
    public var app: AppFeature.State
    /// The favorites of all visitors.
    @Shared public var favorites: [Int]

    /// Creates a state.
    ///
    /// - Parameters:
    ///   - app: The program.
    ///   - favorites: The favorites of all visitors.
    public init(app: AppFeature.State = AppFeature.State(), favorites: Shared<[Int]> = Shared(value: [])) {
      self.app = app
      self._favorites = favorites
    }
  }

  /// The actions of the web program.
  public enum Action: Codable, Equatable, Sendable {
    /// An action of the program.
    case app(AppFeature.Action)
    /// The state comes from another process, where the effects have ended.
    case restored
  }

  /// Creates the feature.
  public init() {}

  /// The program, on the shared list.
  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      state.app.counter.favoritePrimes = state.favorites
      guard action == .restored else { return .none }
      // The shared list is saved by its own process.
      state.app.isSavingFavorites = false
      state.app.isSavingFavoritesDue = false
      guard state.app.counter.isNthPrimeRequestInFlight else { return .none }
      state.app.counter.isNthPrimeRequestInFlight = false
      return .send(.app(.counter(.counter(.requestNthPrime))))
    }
    Scope(\.app, action: \.app) {
      AppFeature()
    }
    .onChange(of: \.app.counter.favoritePrimes) { old, state in
      let new = state.app.counter.favoritePrimes
      state.$favorites.withLock { $0.change(as: old, to: new) }
      return .none
    }
  }
}

extension [Int] {
  /// Applies the changes between two other lists to this list, and leaves everything else unchanged. Two primes that
  /// two visitors add at the same time are both kept.
  mutating func change(as old: [Int], to new: [Int]) {
    let removed = Set(old).subtracting(new)
    removeAll(where: removed.contains)
    append(contentsOf: new.filter { !old.contains($0) && !contains($0) })
  }
}
