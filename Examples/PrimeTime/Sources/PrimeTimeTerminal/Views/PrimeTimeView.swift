public import Counterpoint
public import CounterpointTerminal
import PrimeTime

/// The whole program on a terminal: the counter, its presentations, and the list of favorites.
public enum PrimeTimeView {
  /// The visible state.
  public struct State: Equatable, Sendable {
    /// The counter, which is always shown.
    public let counter: CounterView.State
    /// The list of favorites; `nil` while the counter is shown.
    public let favoritePrimes: FavoritePrimesView.State?
    /// Whether a change of the favorites can be redone.
    public let canRedo: Bool
    /// Whether a change of the favorites can be undone.
    public let canUndo: Bool
    /// The favorites in order.
    public let favorites: [Int]
    /// Whether the favorites are being saved.
    public let isSaving: Bool
    /// The result of the last action.
    public let notice: String?
    /// The modal over the counter; `nil` if it is not shown.
    public let primeModal: IsPrimeModalView.State?
  }

  /// The actions of a user at a terminal.
  public enum Action: Equatable, Sendable {
    case counter(CounterView.Action)
    case favoritePrimes(FavoritePrimesView.Action)
    case favoritePrimesButtonTapped
    case favoritePrimesDismissed
    case history(FavoritePrimesView.HistoryAction)
    case primeModal(IsPrimeModalView.Action)
    case selectionMoved(by: Int)
  }
}

extension PrimeTimeView.State {
  /// Derives the view state of the program.
  public init(state: TerminalFeature.State) {
    let counter = state.app.counter
    self.counter = CounterView.State(counterFeatureState: counter)
    self.favoritePrimes =
      state.app.isFavoritePrimesShown
      ? FavoritePrimesView.State(
        favoritePrimes: counter.favoritePrimes,
        selection: state.selection,
        history: state.history
      )
      : nil
    self.favorites = counter.favoritePrimes
    self.canRedo = state.history.canRedo
    self.canUndo = state.history.canUndo
    self.isSaving = state.app.isSavingFavorites
    self.notice = counter.notice ?? state.app.favoritesNotice ?? (state.app.isSavingFavorites ? "Saving…" : nil)
    self.primeModal =
      counter.isPrimeModalShown
      ? IsPrimeModalView.State(count: counter.count, favoritePrimes: counter.favoritePrimes)
      : nil
  }

  /// The action that dismisses the topmost presentation; `nil` if there is none.
  public var dismissal: PrimeTimeView.Action? {
    if counter.alertTitle != nil { return .counter(.alertDismissButtonTapped) }
    if favoritePrimes != nil { return .favoritePrimesDismissed }
    if primeModal != nil { return .counter(.primeModalDismissed) }
    return nil
  }
}

extension TerminalFeature.Action {
  /// Maps a user's action to an action of the program.
  public init(viewAction action: PrimeTimeView.Action) {
    switch action {
    case .counter(let action):
      self = .app(.counter(CounterFeature.Action(counterViewAction: action)))
    case .favoritePrimes(let action):
      self = .app(.favoritePrimes(FavoritePrimes.Action(favoritePrimesViewAction: action)))
    case .favoritePrimesButtonTapped:
      self = .app(.favoritePrimesButtonTapped)
    case .favoritePrimesDismissed:
      self = .app(.favoritePrimesDismissed)
    case .history(let action):
      self = .history(UndoAction(favoritePrimesViewAction: action))
    case .primeModal(let action):
      self = .app(.counter(.primeModal(PrimeModal.Action(primeModalViewAction: action))))
    case .selectionMoved(let rows):
      self = .selectionMoved(by: rows)
    }
  }
}

extension StoreOf<TerminalFeature> {
  /// The view store of the program on a terminal.
  public var terminalView: ViewStore<PrimeTimeView.State, PrimeTimeView.Action> {
    view(state: PrimeTimeView.State.init(state:), action: TerminalFeature.Action.init(viewAction:))
  }
}

extension PrimeTimeView.State {
  /// Returns the screen, for the terminal and for scripts.
  ///
  /// - Parameter size: The size of the screen.
  public func screen(size: TerminalSize) -> Screen {
    let isCompact = size.rows < 12
    if isCompact, let box { return Screen().showing(box, in: size) }
    let footer = footerLines(size: size)
    let room = max(size.rows - footer.count, 1)
    var screen =
      favoritePrimes?.screen(fitting: TerminalSize(columns: size.columns, rows: room))
      ?? Screen(counter.lines(isCompact: isCompact))
    for line in footer { screen.append(line) }
    return box.map { screen.showing($0, in: size) } ?? screen
  }

  private func footerLines(size: TerminalSize) -> [StyledText] {
    let notice = self.notice.map { StyledText($0).foreground(.yellow).wrapped(to: size.columns) } ?? []
    guard size.rows >= 12, favoritePrimes == nil, box == nil else { return notice }
    return notice + ["", StyledText("↑ + count up   ↓ − count down   q quit").dim()]
  }

  private var box: Box? {
    if let alertTitle = counter.alertTitle {
      return Box(body: StyledText(alertTitle).bold() + "\n\n" + .keyHint("enter", "OK"))
    }
    guard favoritePrimes == nil, let primeModal else { return nil }
    var lines = [StyledText(primeModal.title).bold(), ""]
    if primeModal.isSaveButtonShown { lines.append(.keyHint("s", "Save to favorite primes")) }
    if primeModal.isRemoveButtonShown { lines.append(.keyHint("r", "Remove from favorite primes")) }
    lines.append(.keyHint("esc", "Dismiss"))
    return Box(title: "Is this prime?", body: lines.dropFirst().reduce(lines[0]) { $0 + "\n" + $1 })
  }
}

extension PrimeTimeView.State {
  /// Returns the command for an event on the current screen; `nil` for disabled and covered controls.
  public func command(for event: TerminalEvent) -> TerminalCommand<PrimeTimeView.Action>? {
    guard case .key(let key) = event else { return nil }
    if key == "q" { return .quit }
    if counter.alertTitle != nil { return alertCommand(for: key) }
    if let favoritePrimes { return favoritePrimes.command(for: key) }
    if let primeModal { return primeModal.command(for: key) }
    return counter.command(for: key)
  }

  private func alertCommand(for key: Key) -> TerminalCommand<PrimeTimeView.Action>? {
    switch key {
    case .enter, .escape, " ": .send(.counter(.alertDismissButtonTapped))
    default: nil
    }
  }
}

extension CounterView.State {
  fileprivate func command(for key: Key) -> TerminalCommand<PrimeTimeView.Action>? {
    switch key {
    case "+", "=", .up, .right: isIncrementButtonDisabled ? nil : .send(.counter(.incrTapped))
    case "-", .down, .left: isDecrementButtonDisabled ? nil : .send(.counter(.decrTapped))
    case "p": .send(.counter(.isPrimeButtonTapped))
    case "n": isNthPrimeButtonDisabled ? nil : .send(.counter(.nthPrimeButtonTapped))
    case "c", .escape: isCancelButtonShown ? .send(.counter(.cancelButtonTapped)) : nil
    case "f": .send(.favoritePrimesButtonTapped)
    default: nil
    }
  }
}

extension IsPrimeModalView.State {
  fileprivate func command(for key: Key) -> TerminalCommand<PrimeTimeView.Action>? {
    switch key {
    case "s": isSaveButtonShown ? .send(.primeModal(.saveFavoritePrimeTapped)) : nil
    case "r": isRemoveButtonShown ? .send(.primeModal(.removeFavoritePrimeTapped)) : nil
    case .escape, .enter, "p": .send(.counter(.primeModalDismissed))
    default: nil
    }
  }
}

extension FavoritePrimesView.State {
  fileprivate func command(for key: Key) -> TerminalCommand<PrimeTimeView.Action>? {
    switch key {
    case .up, "k": .send(.selectionMoved(by: -1))
    case .down, "j": .send(.selectionMoved(by: 1))
    case "d", .delete, .backspace: selectedPrime.map { .send(.favoritePrimes(.deleteButtonTapped(prime: $0))) }
    case "s": .send(.favoritePrimes(.saveButtonTapped))
    case "l": .send(.favoritePrimes(.loadButtonTapped))
    case "u": isUndoButtonDisabled ? nil : .send(.history(.undoButtonTapped))
    case "r": isRedoButtonDisabled ? nil : .send(.history(.redoButtonTapped))
    case .escape, "f": .send(.favoritePrimesDismissed)
    default: nil
    }
  }
}
