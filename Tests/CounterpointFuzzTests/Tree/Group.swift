import Counterpoint

/// A row that has rows, an optional child and shared values of its own.
@Reducer
struct Group {
  @ObservableState
  struct State: FuzzState, Identifiable {
    let id: Int
    var n: Int
    var text = 0
    var opt: Leaf.State?
    var parts: IdentifiedArrayOf<Leaf.State>
    @Shared(.inMemory("hits")) var hits = 0

    init(_ seed: Seed) {
      id = seed.id
      n = seed.n
      parts = IdentifiedArray(uniqueElements: (0..<seed.kind).map { Leaf.State(Seed(id: $0, n: seed.n, kind: 0)) })
    }

    mutating func change(_ change: Change) {
      if changeFields(change) { return }
      switch change {
      case .replace(.opt, let replacement): opt = replaced(opt, by: replacement)
      case .list(.parts, .assignWithout(let position)): parts = without(parts, position)
      case .list(.parts, let listChange): CounterpointFuzzTests.change(&parts, listChange)
      case .hit(let number): $hits.withLock { $0 += number }
      default: break
      }
    }

    mutating func edit(_ path: ArraySlice<Step>, _ change: Change) {
      switch path.first {
      case nil: self.change(change)
      case .slot(.opt): opt?.edit(path.dropFirst(), change)
      case .element(.parts, let position): parts[position].edit(path.dropFirst(), change)
      default: break
      }
    }

    func read(_ reading: Reading) -> [Int] {
      switch reading {
      case .all:
        [id, n, text, hits] + (opt.map { $0.read(.all) } ?? [-1]) + [-2] + parts.flatMap { $0.read(.all) } + [-3]
      case .hits: [hits]
      case .slot(.opt): opt.map { [$0.id] } ?? [-1]
      case .slotN(.opt): opt.map { [$0.n] } ?? [-1]
      case .list(.parts): parts.map(\.id)
      case .elementN(.parts, let id): parts[id: id].map { [$0.n] } ?? [-1]
      default: readFields(reading)
      }
    }

    func copy(of slot: Slot) -> (any Sendable)? { slot == .opt ? opt : nil }
  }

  enum Action: FuzzAction {
    case node(NodeAction)
    case opt(NodeAction)
    case parts(IdentifiedActionOf<Leaf>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .node(let action): return handle(&state, action)
      case .opt(.leave): state.opt = nil
      case .parts(.element(let id, .leave)): state.parts.remove(id: id)
      case .opt, .parts: break
      }
      return .none
    }
    .ifLet(\.opt, action: \.opt) { Leaf() }
    .forEach(\.parts, action: \.parts) { Leaf() }
  }
}
