public import Counterpoint
public import PrimeTime

/// PrimeTime with what only a terminal needs: a selected row.
public struct TerminalFeature: Reducer {
  /// The program's state, and the terminal's own.
  public struct State: Equatable, Sendable {
    /// The program.
    public var app: AppState
    /// The row that is selected in the list of favorites, counted from 0.
    public var selection: Int

    /// Makes a state.
    public init(app: AppState = AppState(), selection: Int = 0) {
      self.app = app
      self.selection = selection
    }
  }

  /// What can happen in the program, and on the terminal alone.
  @CasePathable
  public enum Action: Equatable, Sendable {
    /// In the program.
    case app(AppAction)
    /// The selection was moved by some rows; up is negative.
    case selectionMoved(by: Int)
  }

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

  /// The program, then the selection that follows its list.
  public var body: some ReducerOf<Self> {
    Scope(\.app, action: \.app) {
      AppFeature(primes: primes, favorites: favorites)
    }
    Reduce { state, action in
      let lastRow = max(state.app.counter.favoritePrimes.count - 1, 0)
      switch action {
      case .selectionMoved(let rows):
        state.selection = min(max(state.selection + rows, 0), lastRow)
      case .app:
        state.selection = min(state.selection, lastRow)
      }
      return .none
    }
  }
}
