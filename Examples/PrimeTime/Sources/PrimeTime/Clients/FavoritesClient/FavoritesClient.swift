/// Where the favorite primes are kept between two runs of the program.
///
/// A struct of closures, so that a test or a preview replaces the one that it cares about. Copies share their storage.
///
/// What ``save`` accepted, ``load`` gives back: the same primes in the same order, each once.
public struct FavoritesClient: Sendable {
  /// The favorites that were saved last, or none if nothing was ever saved.
  ///
  /// - Throws: ``FavoritesError`` when there may be favorites, but they can't be read.
  public var load: @Sendable () async throws -> FavoritesLoad

  /// Replaces the saved favorites. Of a prime that is there twice, the first one counts.
  ///
  /// When it returns, they are where they belong for good. When it throws, what was there before is still there. A save
  /// that has begun is not cut short by cancellation. Saves that run at the same time are done one after the other in
  /// no particular order: a feature that saves often lets one end before it starts the next.
  ///
  /// - Throws: ``FavoritesError``; ``FavoritesError/notPrime(_:)`` when a number has no place among favorite primes.
  public var save: @Sendable (_ primes: [Int]) async throws -> FavoritesSave

  /// Makes a client of two functions.
  ///
  /// - Parameters:
  ///   - load: See ``load``.
  ///   - save: See ``save``.
  public init(
    load: @escaping @Sendable () async throws -> FavoritesLoad,
    save: @escaping @Sendable (_ primes: [Int]) async throws -> FavoritesSave
  ) {
    self.load = load
    self.save = save
  }
}
