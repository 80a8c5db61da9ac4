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
    let box = box(size: size)
    if isCompact, let box { return Screen().showing(box, in: size) }
    let footer = footerLines(size: size, isCovered: box != nil)
    let room = max(size.rows - footer.count, 1)
    var screen =
      favoritePrimes?.screen(fitting: TerminalSize(columns: size.columns, rows: room))
      ?? Screen(counter.lines(isCompact: isCompact))
    for line in footer { screen.append(line) }
    return box.map { screen.showing($0, in: size) } ?? screen
  }

  private func footerLines(size: TerminalSize, isCovered: Bool) -> [StyledText] {
    let notice = self.notice.map { StyledText($0).foreground(.yellow).wrapped(to: size.columns) } ?? []
    guard size.rows >= 12, favoritePrimes == nil, !isCovered else { return notice }
    let keys = (counter.countKeys + Self.quitKeys).bindings.map { "\($0.label ?? $0.hint.key) \($0.title)" }
    return notice + ["", StyledText(keys.joined(separator: "   ")).dim()]
  }

  private func box(size: TerminalSize) -> Box? {
    if let alertTitle = counter.alertTitle {
      return Box(body: StyledText(alertTitle).bold() + "\n\n" + HelpBar(Self.alertKeys).line(width: size.columns))
    }
    guard favoritePrimes == nil, let primeModal else { return nil }
    let lines = [StyledText(primeModal.title).bold(), ""] + HelpBar(primeModal.keys).hints.map(\.text)
    return Box(title: "Is this prime?", body: lines.dropFirst().reduce(lines[0]) { $0 + "\n" + $1 })
  }
}

extension PrimeTimeView.State {
  /// Returns the command for an event on the current screen; `nil` for disabled and covered controls.
  public func command(for event: TerminalEvent) -> TerminalCommand<PrimeTimeView.Action>? {
    (Self.quitKeys + keys).action(for: event)
  }

  /// The keys of the topmost presentation.
  private var keys: KeyMap<TerminalCommand<PrimeTimeView.Action>> {
    if counter.alertTitle != nil { return Self.alertKeys }
    return favoritePrimes?.keys ?? primeModal?.keys ?? counter.countKeys + counter.pageKeys + counter.progressKeys
  }

  private static let quitKeys: KeyMap<TerminalCommand<PrimeTimeView.Action>> = [
    KeyBinding("q", title: "quit", action: .quit)
  ]

  private static let alertKeys: KeyMap<TerminalCommand<PrimeTimeView.Action>> = [
    KeyBinding(.enter, .escape, " ", title: "OK", action: .send(.counter(.alertDismissButtonTapped)))
  ]
}
