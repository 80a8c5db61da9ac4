public import Counterpoint
public import PrimeTime
import CounterpointTerminal

/// The list of favorite primes on a terminal.
public enum FavoritePrimesView {
  /// The visible state.
  public struct State: Equatable, Sendable {
    /// Whether there is no change to redo.
    public let isRedoButtonDisabled: Bool
    /// Whether there is no change to undo.
    public let isUndoButtonDisabled: Bool
    /// The rows of the list.
    public let primes: [Int]
    /// The selected row; `nil` if the list is empty.
    public let selection: Int?

    /// The prime in the selected row.
    public var selectedPrime: Int? { selection.map { primes[$0] } }
  }

  /// The actions of a user at a terminal.
  public enum Action: Equatable, Sendable {
    case deleteButtonTapped(prime: Int)
    case loadButtonTapped
    case saveButtonTapped
  }

  /// The keys that restore an earlier list.
  public enum HistoryAction: Equatable, Sendable {
    case redoButtonTapped
    case undoButtonTapped
  }
}

extension FavoritePrimesView.State {
  /// Derives the view state of the list.
  ///
  /// - Parameters:
  ///   - favoritePrimes: The list.
  ///   - selection: The selected row.
  ///   - history: The changes of the list.
  public init(favoritePrimes: [Int], selection: Int, history: UndoHistory<[Int]>) {
    self.isRedoButtonDisabled = !history.canRedo
    self.isUndoButtonDisabled = !history.canUndo
    self.primes = favoritePrimes
    self.selection = favoritePrimes.indices.contains(selection) ? selection : nil
  }
}

extension FavoritePrimes.Action {
  /// Maps a user's action to an action of the feature.
  public init(favoritePrimesViewAction action: FavoritePrimesView.Action) {
    switch action {
    case .deleteButtonTapped(let prime): self = .deleteFavoritePrimes([prime])
    case .loadButtonTapped: self = .loadButtonTapped
    case .saveButtonTapped: self = .saveButtonTapped
    }
  }
}

extension UndoAction {
  /// Maps a user's action to an action on the history.
  public init(favoritePrimesViewAction action: FavoritePrimesView.HistoryAction) {
    switch action {
    case .redoButtonTapped: self = .redo
    case .undoButtonTapped: self = .undo
    }
  }
}

extension FavoritePrimesView.State {
  /// Returns the list as a part of the screen, with the rows that fit, including the selected row.
  ///
  /// - Parameter size: The available space.
  func screen(fitting size: TerminalSize) -> Screen {
    var screen: Screen = [StyledText("Favorite primes").bold()]
    let footer = HelpBar(keys).line(width: size.columns)
    let hasGaps = size.rows >= 8 || primes.isEmpty
    if hasGaps { screen.append("") }
    if primes.isEmpty {
      screen.append(StyledText("No favorites yet.").dim())
    } else {
      let room = max(size.rows - (hasGaps ? 4 : 2), 1)
      let list = ScrollingList(selection: selection ?? 0)
      screen.append(list.screen(of: primes, size: TerminalSize(columns: size.columns, rows: room)) { "\($0)" })
    }
    if hasGaps { screen.append("") }
    screen.append(footer)
    return screen
  }
}

extension FavoritePrimesView.State {
  /// The keys of the list.
  var keys: KeyMap<TerminalCommand<PrimeTimeView.Action>> {
    var keys: KeyMap<TerminalCommand<PrimeTimeView.Action>> = [
      KeyBinding(.up, "k", title: "Previous", visibility: .help, action: .send(.selectionMoved(by: -1))),
      KeyBinding(.down, "j", title: "Next", visibility: .help, action: .send(.selectionMoved(by: 1))),
      KeyBinding("s", title: "Save", action: .send(.favoritePrimes(.saveButtonTapped))),
      KeyBinding("l", title: "Load", action: .send(.favoritePrimes(.loadButtonTapped))),
      KeyBinding("u", title: "Undo", isEnabled: !isUndoButtonDisabled, action: .send(.history(.undoButtonTapped))),
      KeyBinding("r", title: "Redo", isEnabled: !isRedoButtonDisabled, action: .send(.history(.redoButtonTapped))),
      KeyBinding(.escape, "f", title: "Back", action: .send(.favoritePrimesDismissed)),
    ]
    if let selectedPrime {
      let delete: PrimeTimeView.Action = .favoritePrimes(.deleteButtonTapped(prime: selectedPrime))
      keys.bindings.insert(KeyBinding("d", .delete, .backspace, title: "Delete", action: .send(delete)), at: 0)
    }
    return keys
  }
}
