// A program that Scripts/check-static-archive links with an archive of the library's objects. The linker takes from it
// only the objects whose symbols are missing, so that a conformance in another file than its type is missing.
import Counterpoint
import Foundation

@Reducer struct Leaf {
  @ObservableState struct State: Equatable, Identifiable {
    var id = 0
    var mounts = 0
  }

  enum Action { case mounted }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.mounts += 1
      return .none
    }
    .onMount { _ in .send(.mounted) }
  }
}

@Reducer enum Page {
  case leaf(Leaf)
}

@Reducer struct Program {
  @ObservableState struct State {
    var scoped = Leaf.State()
    var combined = Leaf.State()
    var either = Leaf.State()
    var conditional = Leaf.State()
    var listed = Leaf.State()
    var watched = Leaf.State()
    var dependent = Leaf.State()
    var printed = Leaf.State()
    var optional: Leaf.State?
    @Presents var presented: Leaf.State?
    @Presents var page: Page.State?
    var rows: IdentifiedArrayOf<Leaf.State> = []
    var path = StackState<Leaf.State>()
    @Shared(.inMemory("count")) var count = 0

    var leaves: [String: Int?] {
      [
        "Scope": scoped.mounts, "CombineReducers": combined.mounts, "if else": either.mounts, "if": conditional.mounts,
        "for": listed.mounts, "onChange": watched.mounts, "dependency": dependent.mounts,
        "_printChanges": printed.mounts,
        "ifLet": optional?.mounts, "ifLet of a presentation": presented?.mounts, "@Reducer enum": page?.leaf?.mounts,
        "forEach": rows.first?.mounts, "forEach of a stack": path.first?.mounts,
      ]
    }
  }

  enum Action {
    case opened
    case scoped(Leaf.Action), combined(Leaf.Action), either(Leaf.Action), conditional(Leaf.Action), listed(Leaf.Action)
    case watched(Leaf.Action), dependent(Leaf.Action), printed(Leaf.Action), optional(Leaf.Action)
    case presented(PresentationAction<Leaf.Action>), page(PresentationAction<Page.Action>)
    case rows(IdentifiedActionOf<Leaf>), path(StackActionOf<Leaf>)
  }

  let isComplete = true

  var body: some ReducerOf<Self> {
    Scope(state: \.scoped, action: \.scoped) { Leaf() }
    Scope(state: \.combined, action: \.combined) {
      CombineReducers {
        EmptyReducer()
        Leaf()
      }
    }
    Scope(state: \.either, action: \.either) { if isComplete { Leaf() } else { EmptyReducer() } }
    Scope(state: \.conditional, action: \.conditional) { if isComplete { Leaf() } }
    Scope(state: \.listed, action: \.listed) { for _ in 0..<1 { Leaf() } }
    Scope(state: \.watched, action: \.watched) { Leaf().onChange(of: \.mounts) { _, _ in .none } }
    Scope(state: \.dependent, action: \.dependent) { Leaf().dependency(\.uuid, .incrementing) }
    Scope(state: \.printed, action: \.printed) { Leaf()._printChanges(nil) }
    Reduce { state, action in
      guard case .opened = action else { return .none }
      state.optional = Leaf.State()
      state.presented = Leaf.State()
      state.page = .leaf(Leaf.State())
      state.rows = [Leaf.State(id: 1)]
      state.path.append(Leaf.State(id: 2))
      state.$count.withLock { $0 += 1 }
      return .none
    }
    .ifLet(\.optional, action: \.optional) { Leaf() }
    .ifLet(\.$presented, action: \.presented) { Leaf() }
    .ifLet(\.$page, action: \.page)
    .forEach(\.rows, action: \.rows) { Leaf() }
    .forEach(\.path, action: \.path) { Leaf() }
  }
}

@main struct Main {
  @MainActor static func main() {
    let store = StoreOf<Program>(initialState: Program.State()) { Program() }
    store.send(.opened)
    let missing = store.withState { $0.leaves.filter { $0.value != 1 }.keys.sorted() }
    for name in missing { print("The hook below '\(name)' was not called once.") }
    exit(missing.isEmpty && store.count == 1 ? 0 : 1)
  }
}
