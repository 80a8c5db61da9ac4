import CaseKeyPaths
import CounterpointCore
import IdentifiedArrays

/// A feature with observable state, whose rows and the number in a child can be undone. Written by hand.
struct Album: Reducer {
  struct State: ObservableState {
    private var _rows: IdentifiedArrayOf<Leaf> = [Leaf(id: 1), Leaf(id: 2)]
    private var _rowHistory = UndoHistory<IdentifiedArrayOf<Leaf>>()
    private var _child = Leaf()
    private var _countHistory = UndoHistory<Int>()
    var _$observationRegistrar = ObservationStateRegistrar()

    init() {}

    var rows: IdentifiedArrayOf<Leaf> {
      get { _$observationRegistrar.access(0); return _rows }
      set { _$observationRegistrar.set(&_rows, to: newValue, field: 0) }
      _modify {
        let edit = _$observationRegistrar.willModify(&_rows, field: 0)
        defer { _$observationRegistrar.didModify(&_rows, edit, field: 0) }
        yield &_rows
      }
    }

    var rowHistory: UndoHistory<IdentifiedArrayOf<Leaf>> {
      get { _$observationRegistrar.access(1); return _rowHistory }
      set { _$observationRegistrar.set(&_rowHistory, to: newValue, field: 1) }
    }

    var child: Leaf {
      get { _$observationRegistrar.access(2); return _child }
      set { _$observationRegistrar.set(&_child, to: newValue, field: 2) }
      _modify {
        let edit = _$observationRegistrar.willModify(&_child, field: 2)
        defer { _$observationRegistrar.didModify(&_child, edit, field: 2) }
        yield &_child
      }
    }

    var countHistory: UndoHistory<Int> {
      get { _$observationRegistrar.access(3); return _countHistory }
      set { _$observationRegistrar.set(&_countHistory, to: newValue, field: 3) }
    }

    static func _$fields(_ fields: _ObservedFields<Self>) {
      fields.add(0, \.rows, stored: \._rows, registrar: \._$observationRegistrar)
      fields.add(1, \.rowHistory, stored: \._rowHistory, registrar: \._$observationRegistrar)
      fields.add(2, \.child, stored: \._child, registrar: \._$observationRegistrar)
      fields.add(3, \.countHistory, stored: \._countHistory, registrar: \._$observationRegistrar)
    }

    var _$id: ObservableStateID { _$observationRegistrar.id }
    mutating func _$willModify() { _$observationRegistrar.willModify() }
  }

  enum Action: CasePathable {
    case child((inout Leaf) -> Void)
    case counts(UndoAction)
    case edit((inout State) -> Void)
    case rows(IdentifiedAction<Int, (inout Leaf) -> Void>)
    case undoRows(UndoAction)

    struct AllCasePaths: Sendable {
      var child: AnyCasePath<Action, (inout Leaf) -> Void> {
        .init(embed: { .child($0) }, extract: { if case .child(let edit) = $0 { edit } else { nil } })
      }
      var counts: AnyCasePath<Action, UndoAction> {
        .init(embed: { .counts($0) }, extract: { if case .counts(let action) = $0 { action } else { nil } })
      }
      var rows: AnyCasePath<Action, IdentifiedAction<Int, (inout Leaf) -> Void>> {
        .init(embed: { .rows($0) }, extract: { if case .rows(let action) = $0 { action } else { nil } })
      }
      var undoRows: AnyCasePath<Action, UndoAction> {
        .init(embed: { .undoRows($0) }, extract: { if case .undoRows(let action) = $0 { action } else { nil } })
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some ReducerOf<Self> {
    CombineReducers {
      Scope(\.child, action: \.child) { LeafEditor() }
      Reduce<State, Action> { state, action in
        if case .edit(let edit) = action { edit(&state) }
        return .none
      }
      .forEach(\.rows, action: \.rows) { LeafEditor() }
    }
    .undoable(\.rows, history: \.rowHistory, action: \.undoRows)
    .undoable(\.child.count, history: \.countHistory, action: \.counts)
  }
}
