public import Counterpoint
public import PrimeTime
public import StateSharing

/// PrimeTime with what only the web needs: favorites that all visitors share.
///
/// The logic keeps each visitor's list in its own state, as on any platform. Here that list is the shared one whenever
/// an action is handled, and what the logic does to it is done to the shared one in the same reduction. The page reads
/// the shared list: it follows what the other visitors do.
@Reducer
public struct WebFeature {
  /// The program's state.
  @ObservableState
  public struct State: Equatable, Sendable {
    /// The program.
    public var app: AppFeature.State
    /// The favorites of all visitors.
    @Shared public var favorites: [Int]

    /// Makes a state.
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
  public enum Action: Equatable, Sendable {
    /// In the program.
    case app(AppFeature.Action)
  }

  /// Makes the feature.
  public init() {}

  /// The program, on the shared list.
  public var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.app.counter.favoritePrimes = state.favorites
      return .none
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
  /// Makes the changes to this list that were made to another one, and leaves everything else as it is. Two primes
  /// that two visitors add at the same time are both kept.
  mutating func change(as old: [Int], to new: [Int]) {
    let removed = Set(old).subtracting(new)
    removeAll(where: removed.contains)
    append(contentsOf: new.filter { !old.contains($0) && !contains($0) })
  }
}
