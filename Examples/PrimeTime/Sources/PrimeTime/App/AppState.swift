/// What the whole program knows.
public struct AppState: Equatable, Sendable {
  /// Counting, and what it presents.
  public var counter: CounterFeatureState
  /// Whether the user looks at the list of favorites.
  public var isFavoritePrimesShown: Bool
  /// Whether the favorites are being saved.
  public var isSavingFavorites: Bool
  /// Whether the user wants them saved once more when that is done, because they have changed since.
  public var isSavingFavoritesDue: Bool
  /// What came of the last saving or loading.
  public var favoritesNotice: String?

  /// Makes a state.
  public init(
    counter: CounterFeatureState = CounterFeatureState(),
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
