import CaseKeyPaths
import CounterpointCore
import IdentifiedArrays
import Observation
import Testing

/// The stack use of a store's operations with a state of 64 KiB.
///
/// In a debug build, a getter in a structure takes the stack of a copy of the structure, and a key path to it takes
/// another one. The library itself takes none for a read.
@Suite struct BigScopingTests {
  @Test(arguments: BigPlace.allCases)
  func aStoreOfABigChild(place: BigPlace) async {
    let actor = BigParentActor()
    await actor.makeStore()
    for (operation, use) in await actor.measure(place) {
      // Where no frame is on the stack (AddressSanitizer) there is nothing to measure.
      guard let use = use else { continue }
      #expect(use <= operation.copies * 64 * 1024 + 40 * 1024, "\(operation) took \(use) bytes.")
    }
  }
}

/// The operations on the store of a big child.
enum BigOperation {
  case scope, scopeAgain, read, readTracked, withStateByFunction, withStateByKeyPath, send, readRemoved

  /// The maximum number of copies of the child's state on the stack.
  var copies: Int {
    switch self {
    case .scopeAgain: 0
    case .scope, .withStateByFunction: 1
    case .read, .readTracked, .withStateByKeyPath, .readRemoved: 2
    // Two of the root's state, which holds two big children inline.
    case .send: 4
    }
  }
}

/// The position of a big child.
enum BigPlace: CaseIterable {
  case child, optional, sheet, row, element
}

actor BigParentActor {
  private let executor = ThreadExecutor(stackSize: 4 * 1024 * 1024)
  private var store: StoreOf<BigParent>?
  private var held: Store<BigChild.State, BigChild.Action>?

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  deinit {
    executor.stop()
  }

  func makeStore() {
    store = Store(initialState: BigParent.State()) { BigParent() }
  }

  private func scope(to place: BigPlace) {
    guard let store else { return }
    held =
      switch place {
      case .child: store.scope(\.child, action: \.child)
      case .optional: store.scope(\.optional, action: \.optional)
      case .sheet: store.scope(\.sheet, action: \.sheet.presented)
      case .row: store.scope(\.rows, action: \.rows).scope(id: 0)
      case .element: store.scope(\.path, action: \.path).first
      }
  }

  /// Measures each operation once, in order.
  func measure(_ place: BigPlace) -> [(operation: BigOperation, use: Int?)] {
    var uses: [(BigOperation, Int?)] = []
    func measure(_ operation: BigOperation, _ body: () -> Void) {
      uses.append((operation, stackUse(of: body)))
    }
    measure(.scope) { scope(to: place) }
    measure(.scopeAgain) { scope(to: place) }
    measure(.read) { _ = held?.count }
    measure(.readTracked) {
      withObservationTracking {
        _ = held?.count
      } onChange: {
      }
    }
    measure(.withStateByFunction) { _ = held?.withState { $0.count } }
    measure(.withStateByKeyPath) { _ = held?.withState(\.count) }
    measure(.send) { _ = held?.send(.increment) }
    #expect(held?.count == 1)
    store?.send(.removeAll)
    measure(.readRemoved) { _ = held?.count }
    #expect(held?.count == 1)
    return uses
  }
}

/// A child with 64 KiB of inline state.
struct BigChild: Reducer {
  struct State: ObservableState, Identifiable {
    var _$observationRegistrar = ObservationStateRegistrar()
    var ballast = Ballast()
    private var _count = 0

    var id: Int { 0 }

    var count: Int {
      get { _$observationRegistrar.access(0); return _count }
      set { _$observationRegistrar.set(&_count, to: newValue, field: 0) }
    }

    static func _$fields(_ fields: _ObservedFields<Self>) {
      fields.add(0, \.count, stored: \._count, registrar: \._$observationRegistrar)
    }

    var _$id: ObservableStateID { _$observationRegistrar.id }
    mutating func _$willModify() { _$observationRegistrar.willModify() }
  }

  enum Action: Sendable { case increment }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.count += 1
    return .none
  }
}

/// A parent with a big child in each kind of place.
struct BigParent: Reducer {
  struct State: ObservableState {
    var _$observationRegistrar = ObservationStateRegistrar()
    private var _child = BigChild.State()
    private var _optional: BigChild.State? = BigChild.State()
    private var _sheet = PresentationState(wrappedValue: BigChild.State())
    private var _rows: IdentifiedArrayOf<BigChild.State> = [BigChild.State()]
    private var _path = StackState([BigChild.State()])

    var child: BigChild.State {
      get { _$observationRegistrar.access(0); return _child }
      set { _$observationRegistrar.set(&_child, to: newValue, field: 0) }
    }

    var optional: BigChild.State? {
      get { _$observationRegistrar.access(1); return _optional }
      set { _$observationRegistrar.set(&_optional, to: newValue, field: 1) }
    }

    var sheet: BigChild.State? {
      get { _$observationRegistrar.access(2); return _sheet.wrappedValue }
      set { _$observationRegistrar.set(&_sheet, to: PresentationState(wrappedValue: newValue), field: 2) }
    }

    var presentation: PresentationState<BigChild.State> {
      get { _$observationRegistrar.access(2); return _sheet }
      set { _$observationRegistrar.set(&_sheet, to: newValue, field: 2) }
    }

    var rows: IdentifiedArrayOf<BigChild.State> {
      get { _$observationRegistrar.access(3); return _rows }
      set { _$observationRegistrar.set(&_rows, to: newValue, field: 3) }
    }

    var path: StackState<BigChild.State> {
      get { _$observationRegistrar.access(4); return _path }
      set { _$observationRegistrar.set(&_path, to: newValue, field: 4) }
    }

    static func _$fields(_ fields: _ObservedFields<Self>) {
      fields.add(0, \.child, stored: \._child, registrar: \._$observationRegistrar)
      fields.add(1, \.optional, stored: \._optional, registrar: \._$observationRegistrar)
      fields.add(2, \.presentation, stored: \._sheet, registrar: \._$observationRegistrar)
      if case \.sheet = fields { fields.addPresented(2, stored: \._sheet, registrar: \._$observationRegistrar) }
      fields.add(3, \.rows, stored: \._rows, registrar: \._$observationRegistrar)
      fields.add(4, \.path, stored: \._path, registrar: \._$observationRegistrar)
    }

    var _$id: ObservableStateID { _$observationRegistrar.id }
    mutating func _$willModify() { _$observationRegistrar.willModify() }
  }

  enum Action: CasePathable {
    case removeAll
    case child(BigChild.Action)
    case optional(BigChild.Action)
    case sheet(PresentationAction<BigChild.Action>)
    case rows(IdentifiedAction<Int, BigChild.Action>)
    case path(StackAction<BigChild.State, BigChild.Action>)

    struct AllCasePaths: Sendable {
      var child: AnyCasePath<Action, BigChild.Action> {
        AnyCasePath(embed: Action.child, extract: { if case .child(let action) = $0 { action } else { nil } })
      }
      var optional: AnyCasePath<Action, BigChild.Action> {
        AnyCasePath(embed: Action.optional, extract: { if case .optional(let action) = $0 { action } else { nil } })
      }
      var sheet: AnyCasePath<Action, PresentationAction<BigChild.Action>> {
        AnyCasePath(embed: Action.sheet, extract: { if case .sheet(let action) = $0 { action } else { nil } })
      }
      var rows: AnyCasePath<Action, IdentifiedAction<Int, BigChild.Action>> {
        AnyCasePath(embed: Action.rows, extract: { if case .rows(let action) = $0 { action } else { nil } })
      }
      var path: AnyCasePath<Action, StackAction<BigChild.State, BigChild.Action>> {
        AnyCasePath(embed: Action.path, extract: { if case .path(let action) = $0 { action } else { nil } })
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some Reducer<State, Action> {
    CounterpointCore.Scope<State, Action, BigChild>(\.child, action: \.child) { BigChild() }
    Reduce<State, Action> { state, action in
      if case .removeAll = action { Self.removeAll(&state) }
      return .none
    }
    .ifLet(\.optional, action: \.optional) { BigChild() }
    .ifLet(\.presentation, action: \.sheet) { BigChild() }
    .forEach(\.rows, action: \.rows) { BigChild() }
    .forEach(\.path, action: \.path) { BigChild() }
  }

  // On its own, because it has room on the stack for many copies.
  private static func removeAll(_ state: inout State) {
    state.optional = nil
    state.sheet = nil
    state.rows = []
    state.path = StackState()
  }
}
