import Counterpoint

/// What the cases count with.
@Reducer
struct Leaf {
  @ObservableState
  struct State: Equatable, Identifiable {
    var id = 0
    var count = 0
    var title = ""
  }

  enum Action: Sendable {
    case increment
    /// Sends itself so many times more.
    case chain(Int)
    /// Work that sends an action back.
    case start
    /// Work that does nothing.
    case startNothing
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .increment:
        state.count += 1
        return .none
      case .chain(let rest):
        state.count += 1
        return rest > 0 ? .send(.chain(rest - 1)) : .none
      case .start:
        return .run { send in await send(.increment) }
      case .startNothing:
        return .run { _ in }
      }
    }
  }
}

/// A feature around one child.
@Reducer
struct Level<Child: Reducer & SendableMetatype> where Child.State: Sendable, Child.Action: Sendable {
  @ObservableState
  struct State {
    var child: Child.State
    var own = 0
  }

  enum Action {
    case child(Child.Action)
    case own
  }

  let child: Child

  init(_ child: Child) {
    self.child = child
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: \.child) { child }
    Reduce { state, action in
      if case .own = action { state.own += 1 }
      return .none
    }
  }
}

/// A list of leaves.
@Reducer
struct Rows {
  @ObservableState
  struct State {
    var rows: IdentifiedArrayOf<Leaf.State>

    init(count: Int) {
      rows = IdentifiedArray(uniqueElements: (0..<count).map { Leaf.State(id: $0) })
    }
  }

  enum Action: Sendable {
    case rows(IdentifiedActionOf<Leaf>)
  }

  var body: some ReducerOf<Self> {
    EmptyReducer().forEach(\.rows, action: \.rows) { Leaf() }
  }
}
