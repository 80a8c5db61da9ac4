public import Counterpoint
public import CounterpointTerminal

/// Plays a script through the same view store, view actions and screens that the keyboard uses.
///
/// It lives on the view store's actor.
public final class ScriptPlayer {
  private let viewStore: ViewStore<PrimeTimeView.State, PrimeTimeView.Action>
  private let size: TerminalSize
  private let output: (String) -> Void

  /// The effects that may still run.
  private var tasks: [StoreTask] = []

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

  /// Plays a script. After each line, once the store has settled, the screen is printed under `> INTENT`.
  ///
  /// Effects in flight are waited for, unless the next line cancels them: then the screen is that of the running effect.
  ///
  /// - Throws: ``ScriptError`` when a line asks for what isn't there. What came before it has been played.
  public nonisolated(nonsending) func play(_ script: Script) async throws(ScriptError) {
    for (index, line) in script.lines.enumerated() {
      try send(line)
      let isCancelledNext = script.lines.dropFirst(index + 1).first?.intent == .cancel
      if !isCancelledNext { await settle() }
      output("> \(line.text)")
      output(viewStore.state.screen(size: size).plainText(size: size))
      if line.intent == .quit { break }
    }
    await settle()
  }

  private func send(_ line: Script.Line) throws(ScriptError) {
    switch line.intent {
    case .cancel: send(.counter(.cancelButtonTapped))
    case .decrement(let times): for _ in 0..<times { send(.counter(.decrTapped)) }
    case .deleteFavorite(let prime): send(.favoritePrimes(.deleteButtonTapped(prime: try favorite(prime, line))))
    case .dismiss: if let dismissal = viewStore.state.dismissal { send(dismissal) }
    case .increment(let times): for _ in 0..<times { send(.counter(.incrTapped)) }
    case .isPrime: send(.counter(.isPrimeButtonTapped))
    case .load: send(.favoritePrimes(.loadButtonTapped))
    case .nthPrime: send(.counter(.nthPrimeButtonTapped))
    case .quit: break
    case .removeFavorite: send(.primeModal(.removeFavoritePrimeTapped))
    case .save: send(.favoritePrimes(.saveButtonTapped))
    case .saveFavorite: send(.primeModal(.saveFavoritePrimeTapped))
    case .showFavorites: send(.favoritePrimesButtonTapped)
    }
  }

  private func send(_ action: PrimeTimeView.Action) {
    let task = viewStore.send(action)
    if !task.isCancelled { tasks.append(task) }
  }

  private nonisolated(nonsending) func settle() async {
    for task in tasks { await task.finish() }
    tasks = []
  }

  private func favorite(_ prime: Int, _ line: Script.Line) throws(ScriptError) -> Int {
    let favorites = viewStore.state.favorites
    if favorites.contains(prime) { return prime }
    let list = favorites.isEmpty ? "there are none" : "they are \(favorites.map(String.init).joined(separator: ", "))"
    throw ScriptError(line: line.number, reason: "\(prime) is not among the favorites; \(list)")
  }
}
