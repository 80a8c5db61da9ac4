import Counterpoint

/// What can happen where the user is told whether the count is prime.
public enum PrimeModalAction: Equatable, Sendable {
  /// Keep the count among the favorites.
  case saveFavoritePrimeTapped
  /// Take the count out of the favorites.
  case removeFavoritePrimeTapped
}

/// Keeps the count among the favorites, or takes it out.
struct PrimeModal: Reducer {
  typealias State = CounterFeatureState
  typealias Action = PrimeModalAction

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    let count = state.count
    switch action {
    case .saveFavoritePrimeTapped:
      guard isPrime(count) else {
        state.notice = "\(count) is not prime, so it can't be a favorite prime."
        return .none
      }
      if !state.favoritePrimes.contains(count) { state.favoritePrimes.append(count) }

    case .removeFavoritePrimeTapped:
      state.favoritePrimes.removeAll { $0 == count }
    }
    state.notice = nil
    return .none
  }
}
