public import Counterpoint

/// What can happen in the whole program.
public enum AppAction: CasePathable, Equatable, Sendable {
  /// On the counter and what it presents.
  case counter(CounterFeatureAction)
  /// On the list of favorites.
  case favoritePrimes(FavoritePrimesAction)
  /// Show the list of favorites.
  case favoritePrimesButtonTapped
  /// The user has seen the list of favorites.
  case favoritePrimesDismissed

  /// The paths to the cases that other features live in.
  public struct AllCasePaths: Sendable {
    /// The path to ``AppAction/counter(_:)``.
    public var counter: AnyCasePath<AppAction, CounterFeatureAction> {
      AnyCasePath(embed: AppAction.counter, extract: { if case .counter(let action) = $0 { action } else { nil } })
    }

    /// The path to ``AppAction/favoritePrimes(_:)``.
    public var favoritePrimes: AnyCasePath<AppAction, FavoritePrimesAction> {
      AnyCasePath(
        embed: AppAction.favoritePrimes,
        extract: { if case .favoritePrimes(let action) = $0 { action } else { nil } }
      )
    }
  }

  /// The paths to the cases.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}
