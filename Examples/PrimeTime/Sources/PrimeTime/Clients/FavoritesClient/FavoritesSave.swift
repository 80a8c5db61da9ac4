/// The side effects of ``FavoritesClient/save``.
public struct FavoritesSave: Codable, Equatable, Sendable {
  /// The foreign file that was in the way, if there was one.
  public var movedAside: MovedAside?

  /// Makes a result.
  ///
  /// - Parameter movedAside: See ``movedAside``.
  public init(movedAside: MovedAside? = nil) {
    self.movedAside = movedAside
  }
}
