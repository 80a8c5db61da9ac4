public import Counterpoint
public import PrimeTime

/// PrimeTime with what only a terminal needs: a selected row.
@Reducer
public struct TerminalFeature {
  /// The program's state, and the terminal's own.
  @ObservableState
  public struct State: Equatable, Sendable {
    /// The program.
    public var app: AppFeature.State
    /// The row that is selected in the list of favorites, counted from 0.
    public var selection: Int

    /// Makes a state.
    public init(app: AppFeature.State = AppFeature.State(), selection: Int = 0) {
      self.app = app
      self.selection = selection
    }
  }

  /// The actions of the program, and those of the terminal only.
  public enum Action: Equatable, Sendable {
    /// In the program.
    case app(AppFeature.Action)
    /// The selection was moved by some rows; up is negative.
    case selectionMoved(by: Int)
  }

  /// Makes the feature.
  public init() {}

  /// The program, then the selection that follows its list.
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
