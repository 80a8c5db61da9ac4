import Counterpoint

/// A plain child: its state is not `Equatable`.
@Reducer
struct PlainChild {
  @ObservableState
  struct State: Identifiable {
    var id = 0
    var n = 0
    var m = 0
    var leaf = PlainLeaf()
  }

  enum Action: Sendable {
    case set(Int)
    case reset(Int)
    case swap(State)
    case editThroughCopy(Int)
    case dropEditedCopy
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .set(let n): state.n = n
      case .reset(let n): state = State(id: state.id, n: n)
      case .swap(let other): state = other
      case .editThroughCopy(let n):
        var copy = state
        copy.n = n
        state = copy
      case .dropEditedCopy:
        var copy = state
        copy.n += 100
        copy.leaf.value += 100
      }
      return .none
    }
  }
}

@ObservableState
struct PlainLeaf {
  var value = 0
  var other = 0
}

/// The same child with a state that is `Equatable`.
@ObservableState
struct EquatableChild: Equatable, Identifiable {
  var id = 0
  var n = 0
  var m = 0
}

@Reducer
enum PlainDestination {
  case one(PlainChild)
  case two(PlainChild)
}

@ObservableState
enum EquatablePage: Equatable {
  case one(EquatableChild)
  case two(EquatableChild)
}

/// A parent with a child in each kind of place.
@Reducer
struct PlaceShelf {
  @ObservableState
  struct State {
    var child = PlainChild.State(n: 1)
    var opt: PlainChild.State? = PlainChild.State(n: 2)
    @Presents var sheet: PlainChild.State? = PlainChild.State(n: 3)
    @Presents var destination: PlainDestination.State? = .one(PlainChild.State(n: 4))
    var rows: IdentifiedArrayOf<PlainChild.State> = [PlainChild.State(id: 1), PlainChild.State(id: 2)]
    var path = StackState([PlainChild.State(n: 5)])
    var list = [PlainChild.State(n: 6)]
    var equatable = EquatableChild()
    var equatableRows: IdentifiedArrayOf<EquatableChild> = [EquatableChild(id: 1), EquatableChild(id: 2)]
    var page = EquatablePage.one(EquatableChild())
    var nested = PlaceNested()
  }

  enum Action {
    case edit(@Sendable (inout State) -> Void)
    case child(PlainChild.Action)
    case opt(PlainChild.Action)
    case sheet(PresentationAction<PlainChild.Action>)
    case destination(PresentationAction<PlainDestination.Action>)
    case rows(IdentifiedActionOf<PlainChild>)
    case path(StackActionOf<PlainChild>)
    case nested(PlainChild.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(\.child, action: \.child) { PlainChild() }
    Reduce { state, action in
      if case .edit(let edit) = action { edit(&state) }
      return .none
    }
    .ifLet(\.opt, action: \.opt) { PlainChild() }
    .ifLet(\.$sheet, action: \.sheet) { PlainChild() }
    .ifLet(\.$destination, action: \.destination)
    .forEach(\.rows, action: \.rows) { PlainChild() }
    .forEach(\.path, action: \.path) { PlainChild() }
    .ifLet(\.nested.opt, action: \.nested) { PlainChild() }
  }
}

/// A part of the parent with an optional child of its own.
@ObservableState
struct PlaceNested {
  var opt: PlainChild.State? = PlainChild.State(n: 7)
}
