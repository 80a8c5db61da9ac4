import Counterpoint

/// An object in the state, compared by identity.
final class Token: Sendable {
  let number: Int

  init(_ number: Int) {
    self.number = number
  }
}

/// A shared value whose changes can't be compared.
struct Pair: Sendable {
  var first = 0
  var second = 0
}

/// The root: a feature with a child of each kind.
@Reducer
struct Tree {
  @ObservableState
  struct State: FuzzState {
    var n = 0
    var text = 0
    var object = Token(0)
    @Shared(.inMemory("hits")) var hits = 0
    @Shared(.inMemory("pair")) var pair = Pair()

    var child: Leaf.State
    var equalChild: EqualLeaf.State
    var opt: Leaf.State?
    var equalOpt: EqualLeaf.State?
    @Presents var sheet: Leaf.State?
    @Presents var equalSheet: EqualLeaf.State?

    var screen: Screen.State
    var equalScreen: EqualScreen.State
    @Presents var destination: Screen.State?
    @Presents var equalDestination: EqualScreen.State?

    var groups: IdentifiedArrayOf<Group.State> = []
    var equalRows: IdentifiedArrayOf<EqualLeaf.State> = []
    var path = StackState<Screen.State>()
    var equalPath = StackState<EqualScreen.State>()

    var id: Int { 0 }

    init(_ seed: Seed) {
      n = seed.n
      child = Leaf.State(seed)
      equalChild = EqualLeaf.State(seed)
      screen = Screen.State(seed)
      equalScreen = EqualScreen.State(seed)
    }
  }

  enum Action: FuzzAction, BindableAction {
    case node(NodeAction)
    /// Edits the state in place from the root.
    case edit([Step], Change)
    /// Several edits in one action.
    case edits([Edit])
    case binding(BindingAction<State>)
    case child(NodeAction)
    case equalChild(NodeAction)
    case opt(NodeAction)
    case equalOpt(NodeAction)
    case sheet(PresentationAction<NodeAction>)
    case equalSheet(PresentationAction<NodeAction>)
    case screen(Screen.Action)
    case equalScreen(EqualScreen.Action)
    case destination(PresentationAction<Screen.Action>)
    case equalDestination(PresentationAction<EqualScreen.Action>)
    case groups(IdentifiedActionOf<Group>)
    case equalRows(IdentifiedActionOf<EqualLeaf>)
    case path(StackActionOf<Screen>)
    case equalPath(StackActionOf<EqualScreen>)
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Scope(\.child, action: \.child) { Leaf() }
    Scope(\.equalChild, action: \.equalChild) { EqualLeaf() }
    Scope(\.screen, action: \.screen) { Screen.body }
    Scope(\.equalScreen, action: \.equalScreen) { EqualScreen.body }
    presentations
  }

  @ReducerBuilder<State, Action>
  private var presentations: some ReducerOf<Self> {
    CombineReducers { lists }
      .ifLet(\.opt, action: \.opt) { Leaf() }
      .ifLet(\.equalOpt, action: \.equalOpt) { EqualLeaf() }
      .ifLet(\.$sheet, action: \.sheet) { Leaf() }
      .ifLet(\.$equalSheet, action: \.equalSheet) { EqualLeaf() }
      .ifLet(\.$destination, action: \.destination)
      .ifLet(\.$equalDestination, action: \.equalDestination)
  }

  @ReducerBuilder<State, Action>
  private var lists: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .node(let action): return handle(&state, action)
      case .edit(let path, let change): state.edit(path[...], change)
      case .edits(let edits): for edit in edits { state.edit(edit.path[...], edit.change) }
      case .opt(.leave): state.opt = nil
      case .equalOpt(.leave): state.equalOpt = nil
      case .sheet(.presented(.leave)): state.sheet = nil
      case .equalSheet(.presented(.leave)): state.equalSheet = nil
      case .destination(.presented(.leaf(.leave))): state.destination = nil
      case .equalDestination(.presented(.leaf(.leave))): state.equalDestination = nil
      case .groups(.element(let id, .node(.leave))): state.groups.remove(id: id)
      case .equalRows(.element(let id, .leave)): state.equalRows[id: id] = nil
      case .path(.element(let id, .leaf(.leave))): state.path.pop(from: id)
      case .equalPath(.element(let id, .leaf(.leave))): state.equalPath[id: id] = nil
      default: break
      }
      return .none
    }
    .forEach(\.groups, action: \.groups) { Group() }
    .forEach(\.equalRows, action: \.equalRows) { EqualLeaf() }
    .forEach(\.path, action: \.path)
    .forEach(\.equalPath, action: \.equalPath)
  }
}

/// A change of what is at the end of a path.
struct Edit: Sendable {
  var path: [Step]
  var change: Change
}
