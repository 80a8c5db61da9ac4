public import Counterpoint
public import PrimeTime

/// PrimeTime with the state of a terminal: a selected row.
@Reducer
public struct TerminalFeature {
  /// The states of the program and of the terminal.
  @ObservableState
  public struct State: Codable, Equatable, Sendable {
    /// The program.
    public var app: AppFeature.State
    /// The selected row in the list of favorites, counted from 0.
    public var selection: Int

    /// Creates a state.
    public init(app: AppFeature.State = AppFeature.State(), selection: Int = 0) {
      self.app = app
      self.selection = selection
    }
  }

  /// The actions of the program and of the terminal.
  public enum Action: Codable, Equatable, Sendable {
    /// An action of the program.
    case app(AppFeature.Action)
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
    Reduce { state, action in
      let lastRow = max(state.app.counter.favoritePrimes.count - 1, 0)
      switch action {
      case .selectionMoved(let rows):
        state.selection = min(max(state.selection + rows, 0), lastRow)
      case .app:
        state.selection = min(state.selection, lastRow)
      }
      return .none
    }
  }
}
