import Counterpoint

/// A feature with a child of each kind.
@Reducer
struct Voyage {
  @ObservableState
  struct State: Equatable {
    var title = ""
    var child = Leg.State(id: 0)
    var rows: IdentifiedArrayOf<Leg.State> = []
    var path = StackState<Leg.State>()
    @Presents var sheet: Leg.State?
    var optional: Leg.State?
  }

  enum Action {
    case edit(@Sendable (inout State) -> Void)
    case title(String)
    case load(AsyncStream<String>)
    case child(Leg.Action)
    case rows(IdentifiedActionOf<Leg>)
    case path(StackActionOf<Leg>)
    case sheet(PresentationAction<Leg.Action>)
    case optional(Leg.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: \.child) { Leg() }
    Reduce { state, action in
      switch action {
      case .edit(let edit): edit(&state)
      case .title(let title): state.title = title
      case .load(let titles):
        return .run { send in
          for await title in titles { await send(.title(title)) }
        }
      case .child, .rows, .path, .sheet, .optional: break
      }
      return .none
    }
    .forEach(\.rows, action: \.rows) { Leg() }
    .forEach(\.path, action: \.path) { Leg() }
    .ifLet(\.$sheet, action: \.sheet) { Leg() }
    .ifLet(\.optional, action: \.optional) { Leg() }
  }
}

/// A feature that contains itself.
@Reducer
struct Leg {
  @ObservableState
  struct State: Equatable, Identifiable {
    let id: Int
    var miles = 0
    var legs: IdentifiedArrayOf<Leg.State> = []
  }

  enum Action {
    case go(Int)
    case split
    indirect case legs(IdentifiedActionOf<Leg>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .go(let miles): state.miles += miles
      case .split: state.legs.append(State(id: state.legs.count))
      case .legs: break
      }
      return .none
    }
    .forEach(\.legs, action: \.legs) { Self() }
  }
}

/// All that the stores of a voyage show, read through each of them.
struct Screen: Equatable {
  var title: String
  var child: Leg.State
  var rows: [Leg.State]
  var path: [Leg.State]
  var sheet: Leg.State?
  var optional: Leg.State?

  init(_ store: StoreOf<Voyage>) {
    title = store.title
    child = store.scope(\.child, action: \.child).withState { $0 }
    rows = store.scope(\.rows, action: \.rows).map { $0.withState { $0 } }
    path = store.scope(\.path, action: \.path).map { $0.withState { $0 } }
    sheet = store.scope(\.sheet, action: \.sheet.presented)?.withState { $0 }
    optional = store.scope(\.optional, action: \.optional)?.withState { $0 }
  }

  init(_ state: Voyage.State) {
    title = state.title
    child = state.child
    rows = Array(state.rows)
    path = Array(state.path)
    sheet = state.sheet
    optional = state.optional
  }
}
