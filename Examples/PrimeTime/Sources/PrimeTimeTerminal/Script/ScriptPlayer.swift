public import Counterpoint
public import CounterpointTerminal

/// Plays a script through the same view store, view actions and screens that the keyboard uses.
///
/// It lives on the view store's actor.
public final class ScriptPlayer {
  private let viewStore: ViewStore<PrimeTimeView.State, PrimeTimeView.Action>
  private let size: TerminalSize
  private let output: (String) -> Void

  /// Makes a player.
  ///
  /// - Parameters:
  ///   - viewStore: What is played on.
  ///   - size: The size of the screens that are printed.
  ///   - output: Gets the text, line by line.
  public init(
    viewStore: ViewStore<PrimeTimeView.State, PrimeTimeView.Action>,
    size: TerminalSize,
    output: @escaping (String) -> Void
  ) {
    self.viewStore = viewStore
    self.size = size
    self.output = output
  }

  /// Plays a script.
  ///
  /// Effects in flight are waited for, unless the next line cancels them.
  ///
  /// - Throws: `ScriptError` when a line asks for what isn't there. What came before it has been played.
  public nonisolated(nonsending) func play(_ script: Script<Intent>) async throws(ScriptError) {
    try await script.play(
      size: size,
      perform: perform,
      screen: { self.viewStore.state.screen(size: $0) },
      output: output
    )
  }

  private func perform(_ line: Script<Intent>.Line) throws(ScriptError) -> [StoreTask] {
    try actions(for: line).map { viewStore.send($0) }
  }

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
