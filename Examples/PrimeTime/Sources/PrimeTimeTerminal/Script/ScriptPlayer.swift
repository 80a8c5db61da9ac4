public import Counterpoint
public import CounterpointTerminal

/// Performs the intents of a script through the same view store and view actions as the keyboard.
///
/// Use it on the view store's actor.
public struct ScriptPlayer {
  private let viewStore: ViewStore<PrimeTimeView.State, PrimeTimeView.Action>

  /// Creates a player.
  ///
  /// - Parameter viewStore: The view store of the program.
  public init(_ viewStore: ViewStore<PrimeTimeView.State, PrimeTimeView.Action>) {
    self.viewStore = viewStore
  }

  /// Performs the intent of a line.
  ///
  /// - Parameter line: The line.
  /// - Returns: The started effects.
  /// - Throws: `ScriptError` if the intent is not possible now. The line has no effect then.
  public func perform(_ line: Script<Intent>.Line) throws(ScriptError) -> [StoreTask] {
    try actions(for: line).map { viewStore.send($0) }
  }

  /// Returns the current screen.
  ///
  /// - Parameter size: The size of the screen.
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
    case .redo: [try change(.redoButtonTapped, isPossible: viewStore.state.canRedo, line)]
    case .removeFavorite: [.primeModal(.removeFavoritePrimeTapped)]
    case .save: [.favoritePrimes(.saveButtonTapped)]
    case .saveFavorite: [.primeModal(.saveFavoritePrimeTapped)]
    case .showFavorites: [.favoritePrimesButtonTapped]
    case .undo: [try change(.undoButtonTapped, isPossible: viewStore.state.canUndo, line)]
    }
  }

  private func change(
    _ action: FavoritePrimesView.HistoryAction,
    isPossible: Bool,
    _ line: Script<Intent>.Line
  ) throws(ScriptError) -> PrimeTimeView.Action {
    if isPossible { return .history(action) }
    let verb = action == .undoButtonTapped ? "undo" : "redo"
    throw ScriptError(line: line.number, reason: "there is no change of the favorites to \(verb)")
  }

  private func favorite(_ prime: Int, _ line: Script<Intent>.Line) throws(ScriptError) -> Int {
    let favorites = viewStore.state.favorites
    if favorites.contains(prime) { return prime }
    let list = favorites.isEmpty ? "there are none" : "they are \(favorites.map(String.init).joined(separator: ", "))"
    throw ScriptError(line: line.number, reason: "\(prime) is not among the favorites; \(list)")
  }
}
