/// What the whole program knows.
public struct AppState: Equatable, Sendable {
  /// Counting, and what it presents.
  public var counter: CounterFeatureState
  /// Whether the user looks at the list of favorites.
  public var isFavoritePrimesShown: Bool
  /// Whether the favorites are being saved.
  public var isSavingFavorites: Bool
  /// What came of the last saving or loading.
  public var favoritesNotice: String?

  /// Makes a state.
  public init(
    counter: CounterFeatureState = CounterFeatureState(),
    isFavoritePrimesShown: Bool = false,
    isSavingFavorites: Bool = false,
    favoritesNotice: String? = nil
  ) {
    self.counter = counter
    self.isFavoritePrimesShown = isFavoritePrimesShown
    self.isSavingFavorites = isSavingFavorites
    self.favoritesNotice = favoritesNotice
  }
}
