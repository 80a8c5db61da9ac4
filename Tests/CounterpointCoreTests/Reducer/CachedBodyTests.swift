import CaseKeyPaths
import CounterpointCore
import CounterpointTestSupport
import DependencyInjection
import IdentifiedArrays
import Testing

/// A body is evaluated once in each place where its reducer stands, when the first action comes there.
@MainActor
@Suite struct CachedBodyTests {
  /// Notes each evaluation of its body.
  struct Counting: Reducer {
    let evaluations: Recorder<Int>
    var body: some Reducer<Int, Int> {
      let _ = evaluations.note(0)
      Reduce { state, action in
        state += action
        return .none
      }
    }
  }

  private let evaluations = Recorder<Int>()

  private func expectOneEvaluation(_ reducer: some Reducer<Int, Int>, times: Int = 1) {
    let store = Store(initialState: 0) { reducer }
    #expect(evaluations.entries.isEmpty)
    for _ in 0..<3 { store.send(1) }
    #expect(evaluations.entries.count == times)
    #expect(store.withState { $0 } == 3 * times)
  }

  private var counting: Counting { Counting(evaluations: evaluations) }

  @Test func atTheRoot() {
    expectOneEvaluation(counting)
  }

  @Test func amongOthers() {
    expectOneEvaluation(
      CombineReducers {
        counting
        EmptyReducer()
        counting
      },
      times: 2
    )
  }

  @Test(arguments: [true, false]) func inBranches(_ condition: Bool) {
    expectOneEvaluation(
      CombineReducers {
        if condition { counting } else { CombineReducers { counting } }
        if condition { EmptyReducer() }
      }
    )
  }

  @Test func inAnIfWithoutElse() {
    let isThere = !evaluations.entries.isEmpty
    expectOneEvaluation(
      CombineReducers {
        if !isThere { counting }
        if isThere { counting }
      }
    )
  }

  @Test func inLoops() {
    expectOneEvaluation(
      CombineReducers {
        for _ in 0..<2 { counting }
      },
      times: 2
    )
  }

  @Test func withItsTypeForgotten() {
    expectOneEvaluation(counting.eraseToReduce())
  }

  @Test func behindOperators() {
    expectOneEvaluation(
      counting
        .dependency(\.number, 1)
        .onChange(of: { $0 }) { _, _ in .none }
        .signpost()
        ._printChanges(nil)
    )
  }

  @Test func inEachChild() {
    let (outer, inner) = (Recorder<Int>(), Recorder<Int>())
    let store = Store(initialState: Parent.State()) { Parent(evaluations: outer, inner: inner) }
    store.send(.own)
    #expect(outer.entries.count == 1)
    // Late: for the first action that comes to the child.
    #expect(inner.entries.isEmpty)
    for id in 0..<2 {
      store.send(.row(.element(id: id, action: 1)))
      store.send(.child(1))
    }
    #expect(outer.entries.count == 1)
    #expect(inner.entries.count == 2)
  }

  @Test func aReducerThatHasBothRunsItsOwn() {
    struct Both: Reducer {
      let evaluations: Recorder<Int>
      func reduce(into state: inout Int, action: Int) -> Effect<Int> {
        state += 10
        return body.reduce(into: &state, action: action)
      }
      var body: some Reducer<Int, Int> { Counting(evaluations: evaluations) }
    }
    let store = Store(initialState: 0) { Both(evaluations: evaluations) }
    for _ in 0..<3 { store.send(1) }
    #expect(store.withState { $0 } == 33)
  }

  @Test func aFeatureMayContainItself() {
    let store = Store(initialState: Tree.State(id: 0, depth: 20)) { Tree() }
    func action(_ depth: Int) -> Tree.Action { depth == 0 ? .touch : .rows(.element(id: 0, action: action(depth - 1))) }
    for _ in 0..<2 { store.send(action(20)) }
    for _ in 0..<3 { store.send(action(1)) }
    #expect(store.withState { $0.touches } == 0)
    #expect(store.withState { $0.rows[id: 0]?.touches } == 3)
    #expect(store.withState { $0.deepest.touches } == 2)
  }

  @Test func dependenciesAreReadForEachAction() {
    struct Reading: Reducer {
      @Dependency(\.number) var value
      var body: some Reducer<[Int], Int> {
        Reduce { state, _ in
          state.append(value)
          return .none
        }
      }
    }
    var next = 0
    let store = Store(initialState: [Int]()) {
      Reading().transformDependency(\.number) {
        next += 1
        $0 = next
      }
    }
    for _ in 0..<3 { store.send(0) }
    let values = store.withState { $0 }
    #expect(values == [1, 2, 3])
  }
}

extension CachedBodyTests {
  fileprivate struct Row: Reducer {
    struct State: Identifiable {
      let id: Int
      var value = 0
    }
    let evaluations: Recorder<Int>
    var body: some Reducer<State, Int> {
      let _ = evaluations.note(0)
      Reduce { state, action in
        state.value += action
        return .none
      }
    }
  }

  fileprivate struct Parent: Reducer {
    struct State {
      var child = Row.State(id: 0)
      var rows: IdentifiedArrayOf<Row.State> = [Row.State(id: 0), Row.State(id: 1)]
    }
    enum Action: CasePathable {
      case own
      case child(Int)
      case row(IdentifiedAction<Int, Int>)
      struct AllCasePaths: Sendable {
        var child: AnyCasePath<Action, Int> {
          AnyCasePath(embed: { .child($0) }, extract: { if case .child(let action) = $0 { action } else { nil } })
        }
        var row: AnyCasePath<Action, IdentifiedAction<Int, Int>> {
          AnyCasePath(embed: { .row($0) }, extract: { if case .row(let action) = $0 { action } else { nil } })
        }
      }
      static var allCasePaths: AllCasePaths { AllCasePaths() }
    }
    let evaluations: Recorder<Int>
    let inner: Recorder<Int>
    var body: some ReducerOf<Self> {
      let _ = evaluations.note(0)
      CounterpointCore.Scope(\.child, action: \.child) { Row(evaluations: inner) }
      EmptyReducer().forEach(\.rows, action: \.row) { Row(evaluations: inner) }
    }
  }

  fileprivate struct Tree: Reducer {
    struct State: Identifiable {
      let id: Int
      var touches = 0
      var rows: IdentifiedArrayOf<State> = []

      init(id: Int, depth: Int) {
        self.id = id
        if depth > 0 { rows = [State(id: 0, depth: depth - 1)] }
      }

      var deepest: State { rows.first?.deepest ?? self }
    }
    indirect enum Action: CasePathable {
      case touch
      case rows(IdentifiedAction<Int, Action>)
      struct AllCasePaths: Sendable {
        var rows: AnyCasePath<Action, IdentifiedAction<Int, Action>> {
          AnyCasePath(embed: { .rows($0) }, extract: { if case .rows(let action) = $0 { action } else { nil } })
        }
      }
      static var allCasePaths: AllCasePaths { AllCasePaths() }
    }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .touch = action { state.touches += 1 }
        return .none
      }
      .forEach(\.rows, action: \.rows) { Tree() }
    }
  }
}
