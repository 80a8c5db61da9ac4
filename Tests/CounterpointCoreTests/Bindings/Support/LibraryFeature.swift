import CaseKeyPaths
@testable import CounterpointCore
import IdentifiedArrays

typealias LeafEdit = (inout Leaf) -> Void

/// A feature that presents children in every way, written by hand without `ifLet` and `forEach`.
struct Library: Reducer {
  struct State: ObservableState {
    private var _editor: Leaf?
    private var _destination = PresentationState<Destination.State>(wrappedValue: nil)
    private var _alert = PresentationState<AlertState<AlertChoice>>(wrappedValue: nil)
    private var _path = StackState<Leaf>()
    private var _rows: IdentifiedArrayOf<Leaf> = []
    private var _log: [String] = []
    var _$observationRegistrar = ObservationStateRegistrar()

    init() {}

    var editor: Leaf? {
      get { _$observationRegistrar.access(0); return _editor }
      set { _$observationRegistrar.set(&_editor, to: newValue, field: 0) }
      _modify {
        let edit = _$observationRegistrar.willModify(&_editor, field: 0)
        defer { _$observationRegistrar.didModify(&_editor, edit, field: 0) }
        yield &_editor
      }
    }

    var destination: PresentationState<Destination.State> {
      get { _$observationRegistrar.access(1); return _destination }
      set { _$observationRegistrar.set(&_destination, to: newValue, field: 1) }
    }

    var alert: PresentationState<AlertState<AlertChoice>> {
      get { _$observationRegistrar.access(2); return _alert }
      set { _$observationRegistrar.set(&_alert, to: newValue, field: 2) }
    }

    var path: StackState<Leaf> {
      get { _$observationRegistrar.access(3); return _path }
      set { _$observationRegistrar.set(&_path, to: newValue, field: 3) }
      _modify {
        let edit = _$observationRegistrar.willModify(&_path, field: 3)
        defer { _$observationRegistrar.didModify(&_path, edit, field: 3) }
        yield &_path
      }
    }

    var rows: IdentifiedArrayOf<Leaf> {
      get { _$observationRegistrar.access(4); return _rows }
      set { _$observationRegistrar.set(&_rows, to: newValue, field: 4) }
      _modify {
        let edit = _$observationRegistrar.willModify(&_rows, field: 4)
        defer { _$observationRegistrar.didModify(&_rows, edit, field: 4) }
        yield &_rows
      }
    }

    /// The names of the actions that were handled.
    var log: [String] {
      get { _$observationRegistrar.access(5); return _log }
      set { _$observationRegistrar.set(&_log, to: newValue, field: 5) }
    }

    var _$id: ObservableStateID { _$observationRegistrar.id }
    mutating func _$willModify() { _$observationRegistrar.willModify() }
  }

  enum AlertChoice: Equatable {
    case delete
  }

  enum Action: CasePathable {
    case edit((inout State) -> Void)
    case editor(PresentationAction<LeafEdit>)
    case destination(PresentationAction<Destination.Action>)
    case alert(PresentationAction<AlertChoice>)
    case path(StackAction<Leaf, LeafEdit>)
    case rows(IdentifiedAction<Int, LeafEdit>)

    struct AllCasePaths: Sendable {
      var editor: AnyCasePath<Action, PresentationAction<LeafEdit>> {
        .init(embed: Action.editor, extract: { if case .editor(let action) = $0 { action } else { nil } })
      }
      var destination: AnyCasePath<Action, PresentationAction<Destination.Action>> {
        .init(embed: Action.destination, extract: { if case .destination(let action) = $0 { action } else { nil } })
      }
      var alert: AnyCasePath<Action, PresentationAction<AlertChoice>> {
        .init(embed: Action.alert, extract: { if case .alert(let action) = $0 { action } else { nil } })
      }
      var path: AnyCasePath<Action, StackAction<Leaf, LeafEdit>> {
        .init(embed: Action.path, extract: { if case .path(let action) = $0 { action } else { nil } })
      }
      var rows: AnyCasePath<Action, IdentifiedAction<Int, LeafEdit>> {
        .init(embed: Action.rows, extract: { if case .rows(let action) = $0 { action } else { nil } })
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .edit(let edit):
      edit(&state)
    case .editor(.dismiss):
      state.log.append("editor.dismiss")
      state.editor = nil
    case .editor(.presented(let edit)):
      if state.editor != nil { edit(&state.editor!) }
    case .destination(.dismiss):
      state.log.append("destination.dismiss")
      state.destination.wrappedValue = nil
    case .destination(.presented):
      break
    case .alert(.dismiss):
      state.log.append("alert.dismiss")
      state.alert.wrappedValue = nil
    case .alert(.presented(let choice)):
      state.log.append("alert.\(choice)")
      state.alert.wrappedValue = nil
    case .path(.push(let id, let element)):
      state.log.append("push \(element.id)")
      state.path.push(element, id: id)
    case .path(.popFrom(let id)):
      state.log.append("pop \(state.path[id: id]?.id ?? -1)")
      state.path.pop(from: id)
    case .path(.element(let id, let edit)):
      if state.path[id: id] != nil { edit(&state.path[id: id]!) }
    case .rows(.element(let id, let edit)):
      if state.rows[id: id] != nil { edit(&state.rows[id: id]!) }
    }
    return .none
  }
}
