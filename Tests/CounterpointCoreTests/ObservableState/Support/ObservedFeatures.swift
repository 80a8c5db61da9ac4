import CaseKeyPaths
import CounterpointCore
import IdentifiedArrays
@_spi(Internals) import CounterpointSupport
import Observation

/// Returns how often an observer of `read` is notified while `change` runs: 0 or 1, as for any observer of one pass.
func notifications(reading read: () -> Void, during change: () -> Void) -> Int {
  let count = Locked(0)
  withObservationTracking(read) { count.withLock { $0 += 1 } }
  change()
  return count.withLock { $0 }
}

/// A state with two fields, written by hand.
struct Leaf: ObservableState, Equatable, Identifiable {
  var id = 0
  private var _count: Int
  private var _title = ""
  var _$observationRegistrar = ObservationStateRegistrar()

  init(id: Int = 0, count: Int = 0) {
    self.id = id
    self._count = count
  }

  var count: Int {
    get { _$observationRegistrar.access(0); return _count }
    set { _$observationRegistrar.set(&_count, to: newValue, field: 0) }
    _modify {
      let edit = _$observationRegistrar.willModify(&_count, field: 0)
      defer { _$observationRegistrar.didModify(&_count, edit, field: 0) }
      yield &_count
    }
  }

  var title: String {
    get { _$observationRegistrar.access(1); return _title }
    set { _$observationRegistrar.set(&_title, to: newValue, field: 1) }
  }

  var summary: String { "\(title): \(count)" }

  static func _$fields(_ fields: _ObservedFields<Self>) {
    fields.add(0, \.count, stored: \._count, registrar: \._$observationRegistrar)
    fields.add(1, \.title, stored: \._title, registrar: \._$observationRegistrar)
  }

  var _$id: ObservableStateID { _$observationRegistrar.id }
  mutating func _$willModify() { _$observationRegistrar.willModify() }
}

/// A state with a child, an optional child and rows, written by hand.
struct Trunk: ObservableState {
  private var _child = Leaf()
  private var _optional: Leaf?
  private var _rows: IdentifiedArrayOf<Leaf> = []
  private var _number = 0
  var _$observationRegistrar = ObservationStateRegistrar()

  init() {}

  var child: Leaf {
    get { _$observationRegistrar.access(0); return _child }
    set { _$observationRegistrar.set(&_child, to: newValue, field: 0) }
    _modify {
      let edit = _$observationRegistrar.willModify(&_child, field: 0)
      defer { _$observationRegistrar.didModify(&_child, edit, field: 0) }
      yield &_child
    }
  }

  var optional: Leaf? {
    get { _$observationRegistrar.access(1); return _optional }
    set { _$observationRegistrar.set(&_optional, to: newValue, field: 1) }
    _modify {
      let edit = _$observationRegistrar.willModify(&_optional, field: 1)
      defer { _$observationRegistrar.didModify(&_optional, edit, field: 1) }
      yield &_optional
    }
  }

  var rows: IdentifiedArrayOf<Leaf> {
    get { _$observationRegistrar.access(2); return _rows }
    set { _$observationRegistrar.set(&_rows, to: newValue, field: 2) }
    _modify {
      let edit = _$observationRegistrar.willModify(&_rows, field: 2)
      defer { _$observationRegistrar.didModify(&_rows, edit, field: 2) }
      yield &_rows
    }
  }

  var number: Int {
    get { _$observationRegistrar.access(3); return _number }
    set { _$observationRegistrar.set(&_number, to: newValue, field: 3) }
  }

  static func _$fields(_ fields: _ObservedFields<Self>) {
    fields.add(0, \.child, stored: \._child, registrar: \._$observationRegistrar)
    fields.add(1, \.optional, stored: \._optional, registrar: \._$observationRegistrar)
    fields.add(2, \.rows, stored: \._rows, registrar: \._$observationRegistrar)
    fields.add(3, \.number, stored: \._number, registrar: \._$observationRegistrar)
  }

  var _$id: ObservableStateID { _$observationRegistrar.id }
  mutating func _$willModify() { _$observationRegistrar.willModify() }
}

/// Edits a leaf by whatever function it is sent.
struct LeafEditor: Reducer {
  typealias State = Leaf
  typealias Action = (inout Leaf) -> Void

  func reduce(into state: inout Leaf, action: (inout Leaf) -> Void) -> Effect<(inout Leaf) -> Void> {
    action(&state)
    return .none
  }
}

/// Edits a trunk by whatever function it is sent, and its child by the child's own reducer.
struct TrunkEditor: Reducer {
  typealias State = Trunk

  enum Action: CasePathable {
    case edit((inout Trunk) -> Void)
    case child((inout Leaf) -> Void)
    case optional((inout Leaf) -> Void)

    struct AllCasePaths: Sendable {
      var child: AnyCasePath<Action, (inout Leaf) -> Void> {
        .init(embed: { .child($0) }, extract: { if case .child(let value) = $0 { value } else { nil } })
      }
      var optional: AnyCasePath<Action, (inout Leaf) -> Void> {
        .init(embed: { .optional($0) }, extract: { if case .optional(let value) = $0 { value } else { nil } })
      }
    }

    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some Reducer<Trunk, Action> {
    Scope(\.child, action: \.child) { LeafEditor() }
    Reduce { state, action in
      switch action {
      case .edit(let edit): edit(&state)
      case .optional(let edit):
        if state.optional != nil { edit(&state.optional!) }
      case .child: break
      }
      return .none
    }
  }
}
