import Counterpoint
import Testing

/// A child in each kind of container of a state: an edit in place and an edited copy that is put back notify the
/// observers of the property that has changed, once.
@MainActor
@Suite struct EditedContainerTests {
  fileprivate typealias State = ContainerShelf.State
  fileprivate typealias Child = PlainChild.State

  /// A place of a child in the state.
  struct Place: CustomTestStringConvertible, Sendable {
    let testDescription: String
    fileprivate let get: @Sendable (State) -> Child
    fileprivate let assign: @Sendable (inout State, Child) -> Void
    fileprivate let edit: @Sendable (inout State) -> Void

    fileprivate init(
      _ name: String,
      _ get: @escaping @Sendable (State) -> Child,
      assign: @escaping @Sendable (inout State, Child) -> Void,
      edit: @escaping @Sendable (inout State) -> Void
    ) {
      testDescription = name
      self.get = get
      self.assign = assign
      self.edit = edit
    }
  }

  nonisolated static let places = [
    Place("dictionary", { $0.byName["a"]! }, assign: { $0.byName["a"] = $1 }, edit: { $0.byName["a"]!.n += 1 }),
    Place(
      "dictionary with a default",
      { $0.byName["a"]! },
      assign: { $0.byName["a", default: Child()] = $1 },
      edit: { $0.byName["a", default: Child()].n += 1 }
    ),
    Place(
      "mapped dictionary",
      { $0.byName["a"]! },
      assign: { state, child in state.byName = state.byName.mapValues { _ in child } },
      edit: { state in state.byName = state.byName.mapValues(\.edited) }
    ),
    Place(
      "dictionary of arrays",
      { $0.lists["a"]![0] },
      assign: { $0.lists["a"]![0] = $1 },
      edit: { $0.lists["a"]![0].n += 1 }
    ),
    Place(
      "dictionary of rows",
      { $0.rows["a"]![id: 1]! },
      assign: { $0.rows["a"]![id: 1] = $1 },
      edit: { $0.rows["a"]![id: 1]!.n += 1 }
    ),
    Place("tuple", { $0.pair.0 }, assign: { $0.pair.0 = $1 }, edit: { $0.pair.0.n += 1 }),
    Place("whole tuple", { $0.pair.0 }, assign: { $0.pair = ($1, 1) }, edit: { $0.pair = ($0.pair.0.edited, 2) }),
    Place("array of arrays", { $0.grid[0][0] }, assign: { $0.grid[0][0] = $1 }, edit: { $0.grid[0][0].n += 1 }),
    Place(
      "replaced array",
      { $0.grid[0][0] },
      assign: { $0.grid[0] = [$1] },
      edit: { $0.grid[0] = [$0.grid[0][0].edited] }
    ),
    Place("optional array", { $0.maybe![0] }, assign: { $0.maybe?[0] = $1 }, edit: { $0.maybe?[0].n += 1 }),
    Place(
      "array of optionals",
      { $0.optionals[0]! },
      assign: { $0.optionals[0] = $1 },
      edit: { $0.optionals[0]!.n += 1 }
    ),
    Place("structure", { $0.group.one }, assign: { $0.group.one = $1 }, edit: { $0.group.one.n += 1 }),
    Place(
      "array of a structure",
      { $0.group.list[0] },
      assign: { $0.group.list[0] = $1 },
      edit: { $0.group.list[0].n += 1 }
    ),
    Place(
      "whole structure",
      { $0.group.one },
      assign: { $0.group = ContainerShelf.Group(one: $1) },
      edit: { $0.group = ContainerShelf.Group(one: $0.group.one.edited) }
    ),
    Place(
      "indirect enum",
      { $0.tree.child },
      assign: { $0.tree = .leaf($1) },
      edit: { $0.tree = .node(.leaf($0.tree.child.edited)) }
    ),
    Place(
      "result",
      { try! $0.result.get() },
      assign: { $0.result = .success($1) },
      edit: { $0.result = $0.result.map(\.edited) }
    ),
    Place(
      "optional of an optional",
      { $0.double!! },
      assign: { $0.double = .some(.some($1)) },
      edit: { $0.double!!.n += 1 }
    ),
    Place("computed property", { $0.first }, assign: { $0.first = $1 }, edit: { $0.first.n += 1 }),
  ]

  private let store: StoreOf<ContainerShelf>

  init() {
    store = Store(initialState: ContainerShelf.State()) { ContainerShelf() }
  }

  private func told(_ place: Place, _ edit: @escaping @Sendable (inout State) -> Void) -> Int {
    notifications(reading: { _ = place.get(store.state).n }, during: { store.send(.edit(edit)) })
  }

  @Test(arguments: places) func anEditInPlace(place: Place) {
    for count in 1...3 {
      #expect(told(place, place.edit) == 1)
      #expect(place.get(store.state).n == count)
    }
  }

  @Test(arguments: places) func anEditedCopyThatIsPutBack(place: Place) {
    for count in 1...3 {
      let edited = place.get(store.state).edited
      #expect(told(place) { place.assign(&$0, edited) } == 1)
      #expect(place.get(store.state).n == count)
    }
    #expect(told(place) { place.assign(&$0, place.get($0).edited) } == 1)
    #expect(place.get(store.state).n == 4)
  }

  @Test(arguments: places) func aCopyFromBeforeAnotherEdit(place: Place) {
    var old = place.get(store.state)
    store.send(.edit(place.edit))
    old.n = 100
    let edited = old
    #expect(told(place) { place.assign(&$0, edited) } == 1)
  }
}

extension PlainChild.State {
  fileprivate var edited: Self {
    var copy = self
    copy.n += 1
    return copy
  }
}

/// A state with a child in each kind of container.
@Reducer
struct ContainerShelf {
  struct Group {
    var one = PlainChild.State()
    var list = [PlainChild.State()]
  }

  indirect enum Tree {
    case leaf(PlainChild.State)
    case node(Tree)

    var child: PlainChild.State {
      switch self {
      case .leaf(let child): child
      case .node(let tree): tree.child
      }
    }
  }

  @ObservableState
  struct State {
    var byName = ["a": PlainChild.State()]
    var lists = ["a": [PlainChild.State()]]
    var rows: [String: IdentifiedArrayOf<PlainChild.State>] = ["a": [PlainChild.State(id: 1)]]
    var pair = (PlainChild.State(), 0)
    var grid = [[PlainChild.State()]]
    var maybe: [PlainChild.State]? = [PlainChild.State()]
    var optionals: [PlainChild.State?] = [PlainChild.State()]
    var group = Group()
    var tree = Tree.leaf(PlainChild.State())
    var result: Result<PlainChild.State, CancellationError> = .success(PlainChild.State())
    var double: PlainChild.State?? = .some(.some(PlainChild.State()))

    var first: PlainChild.State {
      get { grid[0][0] }
      set { grid[0][0] = newValue }
    }
  }

  enum Action {
    case edit(@Sendable (inout State) -> Void)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .edit(let edit): edit(&state)
      }
      return .none
    }
  }
}
