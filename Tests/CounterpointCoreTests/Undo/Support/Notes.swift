import CaseKeyPaths
import CounterpointCore
import StateSharing

/// A feature with shared numbers that can be undone.
struct Notes: Reducer {
  struct State {
    @Shared var notes: [Int]
    var history = UndoHistory<[Int]>()

    init(_ notes: Shared<[Int]>) {
      _notes = notes
    }
  }

  enum Action: CasePathable, Sendable {
    case add(Int)
    case history(UndoAction)
    case loaded([Int])
    case nothing
    case show(Shared<[Int]>)

    struct AllCasePaths: Sendable {
      var history: AnyCasePath<Action, UndoAction> {
        AnyCasePath(embed: Action.history, extract: { if case .history(let action) = $0 { action } else { nil } })
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some ReducerOf<Self> {
    Reduce<State, Action> { state, action in
      switch action {
      case .add(let number): state.$notes.withLock { $0.append(number) }
      case .loaded(let notes): state.$notes.withLock { $0 = notes }
      case .show(let notes): state.$notes = notes
      case .history, .nothing: break
      }
      return .none
    }
    .undoable(shared: \.$notes, history: \.history, action: \.history, limit: 3) { action in
      if case .loaded = action { .excluded } else { .step }
    }
  }
}
