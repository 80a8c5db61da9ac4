public import Counterpoint
public import PrimeTime

/// PrimeTime with the state of a terminal: a selected row, and the changes of the favorites that can be undone.
@Reducer
public struct TerminalFeature {
  /// The states of the program and of the terminal.
  @ObservableState
  public struct State: Codable, Equatable, Sendable {
    /// The program.
    public var app: AppFeature.State
    /// The selected row in the list of favorites, counted from 0.
    public var selection: Int
    /// The changes of the favorites.
    public var history: UndoHistory<[Int]>

    /// Creates a state.
    public init(
      app: AppFeature.State = AppFeature.State(),
      selection: Int = 0,
      history: UndoHistory<[Int]> = UndoHistory()
    ) {
      self.app = app
      self.selection = selection
      self.history = history
    }
  }

  /// The actions of the program and of the terminal.
  public enum Action: Codable, Equatable, Sendable {
    /// An action of the program.
    case app(AppFeature.Action)
    /// A change of the favorites was undone or redone.
    case history(UndoAction)
    /// The selection was moved by a number of rows. Up is negative.
    case selectionMoved(by: Int)
  }

  /// Creates the feature.
  public init() {}

  /// Runs the program, and then keeps the selection in the list.
  public var body: some ReducerOf<Self> {
    Scope(\.app, action: \.app) {
      AppFeature()
    }
    .undoable(\.app.counter.favoritePrimes, history: \.history, action: \.history)
    Reduce { state, action in
      let lastRow = max(state.app.counter.favoritePrimes.count - 1, 0)
      switch action {
      case .selectionMoved(let rows):
        state.selection = min(max(state.selection + rows, 0), lastRow)
      case .app:
        state.selection = min(state.selection, lastRow)
      case .history:
        state.selection = min(state.selection, lastRow)
        // Both describe the replaced list.
        state.app.counter.notice = nil
        state.app.favoritesNotice = nil
      }
      return .none
    }
  }
}
