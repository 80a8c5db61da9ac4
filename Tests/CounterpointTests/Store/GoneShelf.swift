import Counterpoint

/// A feature with a child for each way in which one can go.
@Reducer
struct GoneShelf {
  @ObservableState
  struct State {
    var rows: IdentifiedArrayOf<GoneItem.State> = []
    var path = StackState<GoneItem.State>()
    @Presents var sheet: GoneItem.State?
    var optional: GoneItem.State?
    @Presents var destination: GoneDestination.State?
  }

  enum Action {
    case edit(@Sendable (inout State) -> Void)
    case rows(IdentifiedActionOf<GoneItem>)
    case path(StackActionOf<GoneItem>)
    case sheet(PresentationAction<GoneItem.Action>)
    case optional(GoneItem.Action)
    case destination(PresentationAction<GoneDestination.Action>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .edit(let edit): edit(&state)
      case .rows(.element(let id, .addAndRemove)), .rows(.element(let id, .replaceAndRemove)): state.rows.remove(id: id)
      default: break
      }
      return .none
    }
    .forEach(\.rows, action: \.rows) { GoneItem() }
    .forEach(\.path, action: \.path) { GoneItem() }
    .ifLet(\.$sheet, action: \.sheet) { GoneItem() }
    .ifLet(\.optional, action: \.optional) { GoneItem() }
    .ifLet(\.$destination, action: \.destination)
  }
}

@Reducer
enum GoneDestination {
  case item(GoneItem)
  case other(GoneItem)
}

@Reducer
struct GoneItem {
  @ObservableState
  struct State: Identifiable {
    let id: Int
    var n = 0
    var values = Array(repeating: 0, count: 100)
    var parts: IdentifiedArrayOf<GonePart.State> = [GonePart.State(id: 1)]
  }

  enum Action {
    case add(Int)
    case addAndRemove(Int)
    case replaceAndRemove(n: Int)
    case parts(IdentifiedActionOf<GonePart>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .add(let number), .addAndRemove(let number):
        state.n += number
        state.values[0] += number
      case .replaceAndRemove(let n): state = State(id: state.id, n: n)
      case .parts: break
      }
      return .none
    }
    .forEach(\.parts, action: \.parts) { GonePart() }
  }
}

@Reducer
struct GonePart {
  @ObservableState
  struct State: Identifiable {
    let id: Int
    var n = 0
  }

  enum Action {
    case add(Int)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .add(let number) = action { state.n += number }
      return .none
    }
  }
}
