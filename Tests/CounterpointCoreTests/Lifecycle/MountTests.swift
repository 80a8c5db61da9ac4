import CaseKeyPaths
@testable import CounterpointCore
import CounterpointTestSupport
import IdentifiedArrays
import Testing

/// Features are mounted once, where they appear in the state.
@MainActor
@Suite struct MountTests {
  typealias Parent = Branch<Noted<Twig>>

  let log = Recorder<String>()

  private func makeStore(_ state: Parent.State = Parent.State()) -> StoreOf<Noted<Parent>> {
    let log = log
    return Store(initialState: state, on: MainActor.shared) {
      Noted("parent", log, Parent(child: Noted("child", log, Twig())))
    }
  }

  @Test func theFeaturesOfTheInitialStateAreMountedWhenTheStoreIsMade() {
    var state = Parent.State()
    state.rows = [Twig.State(id: 3), Twig.State(id: 1), Twig.State(id: 2)]
    state.optional = Twig.State(id: 7)
    let store = makeStore(state)
    #expect(log.text == "+parent0 +child7 +child3 +child1 +child2")
    store.send(Parent.edit { $0.value += 1 })
    #expect(log.entries.count == 5)
  }

  @Test(arguments: Embedding.allCases, Position.allCases)
  func aChildIsMountedWhoeverAddsIt(_ embedding: Embedding, _ position: Position) {
    let store = makeStore()
    store.send(Parent.edit(position) { $0.embed(Twig.State(id: 5), embedding) })
    #expect(log.text == "+parent0 +child5")
    store.send(Parent.edit { $0.value += 1 })
    #expect(log.text == "+parent0 +child5")
  }

  @Test(arguments: Embedding.allCases, Position.allCases)
  func aChildIsDismountedWhoeverRemovesIt(_ embedding: Embedding, _ position: Position) {
    var state = Parent.State()
    state.embed(Twig.State(id: 5), embedding)
    let store = makeStore(state)
    store.send(Parent.edit(position) { $0.remove(5, embedding) })
    #expect(log.text == "+parent0 +child5 -child5")
    store.send(Parent.edit { $0.value += 1 })
    #expect(log.text == "+parent0 +child5 -child5")
  }

  @Test func aReplacementOfTheWholeStateIsComparedByIdentity() {
    var state = Parent.State()
    state.rows = [Twig.State(id: 1), Twig.State(id: 2)]
    state.presented = Twig.State(id: 9)
    let store = makeStore(state)
    store.send(
      Parent.edit(.after) { state in
        state = Parent.State()
        state.rows = [Twig.State(id: 2, value: 5), Twig.State(id: 3)]
        state.presented = Twig.State(id: 9, value: 1)
      }
    )
    #expect(log.text == "+parent0 +child9 +child1 +child2 -child1 +child3")
  }

  @Test(arguments: [Embedding.optional, .presented])
  func anotherIdentityIsAnotherFeature(_ embedding: Embedding) {
    let store = makeStore()
    store.send(Parent.edit { $0.embed(Twig.State(id: 1), embedding) })
    store.send(Parent.edit { $0.embed(Twig.State(id: 1, value: 3), embedding) })
    store.send(Parent.edit { $0.embed(Twig.State(id: 2), embedding) })
    #expect(log.text == "+parent0 +child1 -child1 +child2")
  }

  @Test func aRowRemovedAndAddedAgainInOneActionStays() {
    let store = makeStore()
    store.send(Parent.edit { $0.rows = [Twig.State(id: 1), Twig.State(id: 2)] })
    store.send(
      Parent.edit { state in
        state.rows.remove(id: 1)
        state.rows.append(Twig.State(id: 1))
      }
    )
    #expect(log.text == "+parent0 +child1 +child2")
    store.send(Parent.edit { $0.rows.remove(id: 1) })
    store.send(Parent.edit { $0.rows.append(Twig.State(id: 1)) })
    #expect(log.text == "+parent0 +child1 +child2 -child1 +child1")
  }

  /// The operator has seen the removal and cancels the effects of the old child, so the new one needs its own.
  @Test(arguments: [Embedding.optional, .presented, .rows])
  func aChildThatAnOuterReducerAddsAgainIsAnother(_ embedding: Embedding) {
    let log = log
    var state = Parent.State()
    state.embed(Twig.State(id: 1), embedding)
    let store = Store(initialState: state, on: MainActor.shared) {
      CombineReducers {
        Parent(child: Noted("child", log, Twig()))
        Reduce<Parent.State, Parent.Action> { state, action in
          if case .own = action { state.embed(Twig.State(id: 1, value: 1), embedding) }
          return .none
        }
      }
    }
    store.send(Parent.edit { $0.remove(1, embedding) })
    #expect(log.text == "+child1 -child1 +child1")
  }

  @Test func parentsAreMountedFirstAndDismountedLast() {
    typealias Middle = Branch<Noted<Twig>>
    typealias Outer = Branch<Noted<Middle>>
    let log = log
    let store = Store(initialState: Outer.State(), on: MainActor.shared) {
      Outer(child: Noted("middle", log, Middle(child: Noted("leaf", log, Twig()))))
    }
    store.send(
      Outer.edit { state in
        var middle = Middle.State(id: 1)
        middle.optional = Twig.State(id: 11)
        middle.rows = [Twig.State(id: 12), Twig.State(id: 13)]
        state.presented = middle
      }
    )
    store.send(Outer.edit { $0.presented = nil })
    #expect(log.text == "+middle1 +leaf11 +leaf12 +leaf13 -leaf12 -leaf13 -leaf11 -middle1")
  }

  @Test func caseAfterCase() {
    let log = log
    let store = Store(initialState: Choice.State.empty, on: MainActor.shared) {
      EmptyReducer<Choice.State, Choice.Action>()
        .ifCaseLet(\.left, action: \.left) { Noted("left", log, Twig()) }
        .ifCaseLet(\.right, action: \.right) { Noted("right", log, Twig()) }
      Reduce<Choice.State, Choice.Action> { state, action in
        if case .own(let step) = action { step(&state) } else { .none }
      }
    }
    func set(_ state: Choice.State) {
      store.send(
        .own(
          Step { current in
            current = state
            return .none
          }
        )
      )
    }
    set(.left(Twig.State(id: 1)))
    set(.left(Twig.State(id: 1, value: 2)))
    set(.left(Twig.State(id: 2)))
    set(.right(Twig.State(id: 2)))
    set(.empty)
    #expect(log.text == "+left1 -left1 +left2 -left2 +right2 -right2")
  }

  @Test func aScopeIsMountedAfterItsParent() {
    let log = log
    var state = Parent.State()
    state.rows = [Twig.State(id: 1)]
    let store = Store(initialState: Outside.State(inside: state), on: MainActor.shared) { Outside(log: log) }
    #expect(log.text == "+outside +inside0 +row1")
    store.send(.inside(Parent.edit { $0.rows = [Twig.State(id: 2)] }))
    #expect(log.text == "+outside +inside0 +row1 -row1 +row2")
  }

  @Test func aFeatureMayContainItself() {
    let log = log
    let store = Store(initialState: Nested.State(name: "a"), on: MainActor.shared) { Nested(log: log) }
    store.send(.open("b"))
    store.send(.child(.presented(.open("c"))))
    store.send(.child(.presented(.child(.dismiss))))
    store.send(.child(.dismiss))
    #expect(log.text == "+a +b +c -c -b")
  }

  /// Only the hooks of rows that read the state need each row after each action.
  @Test func rowsAreComparedOnlyWhenTheListHasChanged() {
    func needsUpdates(_ reducer: some Reducer<Twig.State, Twig.Action>) -> Bool {
      _FeatureLifecycle(of: reducer).needsUpdates
    }
    #expect(!needsUpdates(Twig()))
    #expect(!needsUpdates(Twig().onMount { _ in .none }))
    #expect(needsUpdates(Twig().onMount(id: \.value) { _ in .none }))
    #expect(needsUpdates(Twig().onDismount { _ in .none }))
  }
}

/// A feature with another one in a scope.
struct Outside: Reducer {
  typealias Inside = Branch<Noted<Twig>>

  struct State {
    var inside: Inside.State
  }

  enum Action: CasePathable {
    case inside(Inside.Action)
    case other

    struct AllCasePaths: Sendable {
      var inside: AnyCasePath<Action, Inside.Action> {
        AnyCasePath(embed: Action.inside, extract: { if case .inside(let action) = $0 { action } else { nil } })
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  let log: Recorder<String>

  var body: some ReducerOf<Self> {
    Scope(\.inside, action: \.inside) {
      Noted("inside", log, Inside(child: Noted("row", log, Twig())))
    }
    EmptyReducer<State, Action>().onMount { _ in
      log.note("+outside")
      return .none
    }
  }
}

/// A feature that presents itself.
struct Nested: Reducer {
  struct State {
    var name: String
    @PresentationState var child: State?
  }

  enum Action: CasePathable {
    case open(String)
    indirect case child(PresentationAction<Action>)

    struct AllCasePaths: Sendable {
      var child: AnyCasePath<Action, PresentationAction<Action>> {
        AnyCasePath(embed: Action.child, extract: { if case .child(let action) = $0 { action } else { nil } })
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  let log: Recorder<String>

  var body: some ReducerOf<Self> {
    Reduce<State, Action> { state, action in
      if case .open(let name) = action { state.child = State(name: name) }
      return .none
    }
    .onMount { state in
      log.note("+\(state.name)")
      return .none
    }
    .onDismount { state in
      log.note("-\(state.name)")
      return .none
    }
    .ifLet(\.$child, action: \.child) { Nested(log: log) }
  }
}
