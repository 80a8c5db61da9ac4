import Counterpoint

/// An action that every feature of the tree except the screens handles.
@CasePathable
enum NodeAction: Sendable {
  case change(Change)
  /// Sends three actions synchronously.
  case relay(Int)
  /// Adds to `n` in an effect.
  case later(Int)
  case cancel
  /// Adds to `n`; then the parent removes the feature, if it can.
  case leave(Int)
  /// A write of a binding.
  case setN(Int)
}

/// An action that has those of ``NodeAction`` in a case.
protocol FuzzAction: Sendable {
  static func node(_ action: NodeAction) -> Self
}

extension NodeAction: FuzzAction {
  static func node(_ action: NodeAction) -> NodeAction { action }
}

private struct LaterID: Hashable, Sendable {}

func handle<State: FuzzState, Action: FuzzAction>(_ state: inout State, _ action: NodeAction) -> Effect<Action> {
  switch action {
  case .change(let change):
    state.change(change)
    return .none
  case .relay(let number):
    return .merge(
      .send(.node(.change(.addN(number)))),
      .concatenate(.send(.node(.change(.setText(number)))), .send(.node(.change(.addN(1)))))
    )
  case .later(let number):
    return .run { send in await send(.node(.change(.addN(number)))) }.cancellable(id: LaterID())
  case .cancel:
    return .cancel(id: LaterID())
  case .leave(let number):
    state.n += number
    return .none
  case .setN(let n):
    state.n = n
    return .none
  }
}

@Reducer
struct Leaf {
  @ObservableState
  struct State: FuzzState, Identifiable {
    let id: Int
    var n: Int
    var text = 0

    init(_ seed: Seed) {
      id = seed.id
      n = seed.n
    }

    mutating func change(_ change: Change) { _ = changeFields(change) }
    mutating func edit(_ path: ArraySlice<Step>, _ change: Change) { self.change(change) }
    func read(_ reading: Reading) -> [Int] { reading == .all ? [id, n, text] : readFields(reading) }
  }

  typealias Action = NodeAction

  var body: some ReducerOf<Self> {
    Reduce { state, action in handle(&state, action) }
  }
}

/// The same with equal states.
@Reducer
struct EqualLeaf {
  @ObservableState
  struct State: FuzzState, Identifiable, Equatable {
    let id: Int
    var n: Int
    var text = 0

    init(_ seed: Seed) {
      id = seed.id
      n = seed.n
    }

    mutating func change(_ change: Change) { _ = changeFields(change) }
    mutating func edit(_ path: ArraySlice<Step>, _ change: Change) { self.change(change) }
    func read(_ reading: Reading) -> [Int] { reading == .all ? [id, n, text] : readFields(reading) }
  }

  typealias Action = NodeAction

  var body: some ReducerOf<Self> {
    Reduce { state, action in handle(&state, action) }
  }
}
