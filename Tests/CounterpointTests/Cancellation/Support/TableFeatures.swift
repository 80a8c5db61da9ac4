import Counterpoint

// Two levels of features, each with a child for every operator that composes features.

/// The place of a child in its parent. There are two places for each operator that has several children.
enum ChildPlace: String, CaseIterable, Sendable {
  case leftScope, rightScope, optional, presented, destination, enumCase
  case firstRow, lastRow, firstElement, lastElement, firstScreen, lastScreen
}

@Reducer
struct TableLeaf {
  @ObservableState
  struct State: Identifiable {
    var id = 0
  }

  enum Action {
    case run(TableEffect)
    case arrived(TableEffect)
  }

  var body: some ReducerOf<Self> {
    Reduce { _, action in
      switch action {
      case .run(let effect): return effect.start(.arrived(effect))
      case .arrived(let effect): return effect.noted()
      }
    }
  }
}

@Reducer
enum TableLeafScreen {
  case one(TableLeaf)
  case other(TableLeaf)
}

@Reducer
struct TableLeafChoice {
  @ObservableState
  enum State {
    case leaf(TableLeaf.State)
    case nothing
  }

  enum Action {
    case leaf(TableLeaf.Action)
  }

  var body: some ReducerOf<Self> {
    EmptyReducer()
      .ifCaseLet(\.leaf, action: \.leaf) { TableLeaf() }
  }
}

@Reducer
struct TableBranch {
  @ObservableState
  struct State: Identifiable {
    let id: Int
    var left = TableLeaf.State()
    var right = TableLeaf.State()
    var optional: TableLeaf.State? = TableLeaf.State()
    @Presents var presented: TableLeaf.State?
    @Presents var destination: TableLeafScreen.State?
    var choice = TableLeafChoice.State.leaf(TableLeaf.State())
    var rows: IdentifiedArrayOf<TableLeaf.State> = [TableLeaf.State(), TableLeaf.State(id: 1)]
    var stack = StackState<TableLeaf.State>()
    var screens = StackState<TableLeafScreen.State>()

    init(id: Int = 0) {
      self.id = id
      presented = TableLeaf.State()
      destination = .one(TableLeaf.State())
      stack[id: 0] = TableLeaf.State()
      stack[id: 1] = TableLeaf.State()
      screens[id: 0] = .one(TableLeaf.State())
      screens[id: 1] = .other(TableLeaf.State())
    }
  }

  enum Action {
    case run(TableEffect)
    case arrived(TableEffect)
    case left(TableLeaf.Action)
    case right(TableLeaf.Action)
    case optional(TableLeaf.Action)
    case presented(PresentationAction<TableLeaf.Action>)
    case destination(PresentationAction<TableLeafScreen.Action>)
    case choice(TableLeafChoice.Action)
    case rows(IdentifiedActionOf<TableLeaf>)
    case stack(StackActionOf<TableLeaf>)
    case screens(StackActionOf<TableLeafScreen>)

    static func child(_ place: ChildPlace, _ action: TableLeaf.Action) -> Action {
      switch place {
      case .leftScope: .left(action)
      case .rightScope: .right(action)
      case .optional: .optional(action)
      case .presented: .presented(.presented(action))
      case .destination: .destination(.presented(.one(action)))
      case .enumCase: .choice(.leaf(action))
      case .firstRow: .rows(.element(id: 0, action: action))
      case .lastRow: .rows(.element(id: 1, action: action))
      case .firstElement: .stack(.element(id: 0, action: action))
      case .lastElement: .stack(.element(id: 1, action: action))
      case .firstScreen: .screens(.element(id: 0, action: .one(action)))
      case .lastScreen: .screens(.element(id: 1, action: .other(action)))
      }
    }
  }

  var body: some ReducerOf<Self> {
    Scope(\.left, action: \.left) { TableLeaf() }
    Scope(\.right, action: \.right) { TableLeaf() }
    Scope(\.choice, action: \.choice) { TableLeafChoice() }
    Reduce { _, action in
      switch action {
      case .run(let effect): return effect.start(.arrived(effect))
      case .arrived(let effect): return effect.noted()
      default: return .none
      }
    }
    .ifLet(\.optional, action: \.optional) { TableLeaf() }
    .ifLet(\.$presented, action: \.presented) { TableLeaf() }
    .ifLet(\.$destination, action: \.destination)
    .forEach(\.rows, action: \.rows) { TableLeaf() }
    .forEach(\.stack, action: \.stack) { TableLeaf() }
    .forEach(\.screens, action: \.screens)
  }
}

@Reducer
enum TableBranchScreen {
  case one(TableBranch)
  case other(TableBranch)
}

@Reducer
struct TableBranchChoice {
  @ObservableState
  enum State {
    case branch(TableBranch.State)
    case nothing
  }

  enum Action {
    case branch(TableBranch.Action)
  }

  var body: some ReducerOf<Self> {
    EmptyReducer()
      .ifCaseLet(\.branch, action: \.branch) { TableBranch() }
  }
}

@Reducer
struct TableRoot {
  @ObservableState
  struct State {
    var left = TableBranch.State()
    var right = TableBranch.State()
    var optional: TableBranch.State? = TableBranch.State()
    @Presents var presented: TableBranch.State?
    @Presents var destination: TableBranchScreen.State?
    var choice = TableBranchChoice.State.branch(TableBranch.State())
    var rows: IdentifiedArrayOf<TableBranch.State> = [TableBranch.State(), TableBranch.State(id: 1)]
    var stack = StackState<TableBranch.State>()
    var screens = StackState<TableBranchScreen.State>()

    init() {
      presented = TableBranch.State()
      destination = .one(TableBranch.State())
      stack[id: 0] = TableBranch.State()
      stack[id: 1] = TableBranch.State()
      screens[id: 0] = .one(TableBranch.State())
      screens[id: 1] = .other(TableBranch.State())
    }
  }

  enum Action {
    case run(TableEffect)
    case arrived(TableEffect)
    case left(TableBranch.Action)
    case right(TableBranch.Action)
    case optional(TableBranch.Action)
    case presented(PresentationAction<TableBranch.Action>)
    case destination(PresentationAction<TableBranchScreen.Action>)
    case choice(TableBranchChoice.Action)
    case rows(IdentifiedActionOf<TableBranch>)
    case stack(StackActionOf<TableBranch>)
    case screens(StackActionOf<TableBranchScreen>)

    static func child(_ place: ChildPlace, _ action: TableBranch.Action) -> Action {
      switch place {
      case .leftScope: .left(action)
      case .rightScope: .right(action)
      case .optional: .optional(action)
      case .presented: .presented(.presented(action))
      case .destination: .destination(.presented(.one(action)))
      case .enumCase: .choice(.branch(action))
      case .firstRow: .rows(.element(id: 0, action: action))
      case .lastRow: .rows(.element(id: 1, action: action))
      case .firstElement: .stack(.element(id: 0, action: action))
      case .lastElement: .stack(.element(id: 1, action: action))
      case .firstScreen: .screens(.element(id: 0, action: .one(action)))
      case .lastScreen: .screens(.element(id: 1, action: .other(action)))
      }
    }
  }

  var body: some ReducerOf<Self> {
    Scope(\.left, action: \.left) { TableBranch() }
    Scope(\.right, action: \.right) { TableBranch() }
    Scope(\.choice, action: \.choice) { TableBranchChoice() }
    Reduce { _, action in
      switch action {
      case .run(let effect): return effect.start(.arrived(effect))
      case .arrived(let effect): return effect.noted()
      default: return .none
      }
    }
    .ifLet(\.optional, action: \.optional) { TableBranch() }
    .ifLet(\.$presented, action: \.presented) { TableBranch() }
    .ifLet(\.$destination, action: \.destination)
    .forEach(\.rows, action: \.rows) { TableBranch() }
    .forEach(\.stack, action: \.stack) { TableBranch() }
    .forEach(\.screens, action: \.screens)
  }
}
