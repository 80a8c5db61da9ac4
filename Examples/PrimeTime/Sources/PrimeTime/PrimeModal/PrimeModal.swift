public import Counterpoint

/// Keeps the count among the favorites, or takes it out.
@Reducer
public struct PrimeModal {
  /// The state of the whole feature.
  public typealias State = CounterFeature.State

  /// The actions of the modal that tells whether the count is prime.
  public enum Action: Codable, Equatable, Sendable {
    /// Keep the count among the favorites.
    case saveFavoritePrimeTapped
    /// Take the count out of the favorites.
    case removeFavoritePrimeTapped
  }

  /// Keeps, or takes out.
  public var body: some ReducerOf<Self> {
    Reduce { state, action in
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
}
