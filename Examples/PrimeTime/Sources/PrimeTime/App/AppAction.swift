public import Counterpoint

/// What can happen in the whole program.
@CasePathable
public enum AppAction: Equatable, Sendable {
  /// On the counter and what it presents.
  case counter(CounterFeatureAction)
  /// On the list of favorites.
  case favoritePrimes(FavoritePrimesAction)
  /// Show the list of favorites.
  case favoritePrimesButtonTapped
  /// The user has seen the list of favorites.
  case favoritePrimesDismissed
}
