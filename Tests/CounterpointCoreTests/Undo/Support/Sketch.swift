import CaseKeyPaths
import CounterpointCore
import CounterpointTestSupport

/// A feature with a drawing that can be undone.
struct Sketch: Reducer {
  struct Drawing: Equatable {
    var title = ""
    var points: [Int] = []
  }

  struct State: Equatable {
    var drawing = Drawing()
    var selection: Int?
    var history = UndoHistory<Drawing>()
  }

  enum Action: CasePathable, Equatable, Sendable {
    case add(Int)
    case dragBegan
    case dragEnded
    case history(UndoAction)
    case loaded([Int])
    case nothing
    case select(Int)
    case title(String)

    struct AllCasePaths: Sendable {
      var history: AnyCasePath<Action, UndoAction> {
        AnyCasePath(embed: Action.history, extract: { if case .history(let action) = $0 { action } else { nil } })
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var limit = 100
  /// Notes the actions that the reducer receives, with the points at that time.
  var log = Recorder<String>()

  var body: some ReducerOf<Self> {
    Reduce<State, Action> { state, action in
      log.note("\(action) \(state.drawing.points)")
      switch action {
      case .add(let point): state.drawing.points.append(point)
      case .loaded(let points): state.drawing.points = points
      case .select(let point): state.selection = point
      case .title(let title): state.drawing.title = title
      case .history:
        // A selected point may be gone.
        if let selection = state.selection, !state.drawing.points.contains(selection) { state.selection = nil }
      case .dragBegan, .dragEnded, .nothing: break
      }
      return .none
    }
    .undoable(\.drawing, history: \.history, action: \.history, limit: limit) { action in
      switch action {
      case .title: .group("title")
      case .dragBegan: .beginGroup
      case .dragEnded: .endGroup
      case .loaded: .excluded
      default: .step
      }
    }
  }
}
