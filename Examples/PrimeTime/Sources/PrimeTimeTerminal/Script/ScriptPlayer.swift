public import Counterpoint
public import CounterpointTerminal

/// Does what the lines of a script want, through the same view store and view actions that the keyboard uses.
///
/// It lives on the view store's actor.
public struct ScriptPlayer {
  private let viewStore: ViewStore<PrimeTimeView.State, PrimeTimeView.Action>

  /// Makes a player.
  ///
  /// - Parameter viewStore: What is played on.
  public init(_ viewStore: ViewStore<PrimeTimeView.State, PrimeTimeView.Action>) {
    self.viewStore = viewStore
  }

  /// Does what a line wants.
  ///
  /// - Parameter line: The line.
  /// - Returns: The effects that it started.
  /// - Throws: `ScriptError` if it asks for what isn't there. Nothing has happened then.
  public func perform(_ line: Script<Intent>.Line) throws(ScriptError) -> [StoreTask] {
    try actions(for: line).map { viewStore.send($0) }
  }

  /// The screen as it is now, the same that the keyboard's user sees.
  ///
  /// - Parameter size: What the screen has to fit.
  public func screen(size: TerminalSize) -> Screen { viewStore.state.screen(size: size) }

  private func actions(for line: Script<Intent>.Line) throws(ScriptError) -> [PrimeTimeView.Action] {
    switch line.intent {
    case .cancel: [.counter(.cancelButtonTapped)]
    case .decrement(let times): Array(repeating: .counter(.decrTapped), count: times)
    case .deleteFavorite(let prime): [.favoritePrimes(.deleteButtonTapped(prime: try favorite(prime, line)))]
    case .dismiss: viewStore.state.dismissal.map { [$0] } ?? []
    case .increment(let times): Array(repeating: .counter(.incrTapped), count: times)
    case .isPrime: [.counter(.isPrimeButtonTapped)]
    case .load: [.favoritePrimes(.loadButtonTapped)]
    case .nthPrime: [.counter(.nthPrimeButtonTapped)]
    case .quit: []
    case .removeFavorite: [.primeModal(.removeFavoritePrimeTapped)]
    case .save: [.favoritePrimes(.saveButtonTapped)]
    case .saveFavorite: [.primeModal(.saveFavoritePrimeTapped)]
    case .showFavorites: [.favoritePrimesButtonTapped]
    }
  }

  private func favorite(_ prime: Int, _ line: Script<Intent>.Line) throws(ScriptError) -> Int {
    let favorites = viewStore.state.favorites
    if favorites.contains(prime) { return prime }
    let list = favorites.isEmpty ? "there are none" : "they are \(favorites.map(String.init).joined(separator: ", "))"
    throw ScriptError(line: line.number, reason: "\(prime) is not among the favorites; \(list)")
  }
}
