import CaseKeyPaths
import CounterpointCore
import CounterpointTestSupport
import Testing

@MainActor
@Suite struct ScopeTests {
  struct Child: Reducer {
    var body: some Reducer<Int, Int> {
      Reduce { state, action in
        state += action
        switch action {
        case 1: return .send(10)
        case 2: return .run { send in await send(20) }
        default: return .none
        }
      }
    }
  }

  typealias State = Level<Child>.State
  typealias Action = Level<Child>.Action

  private func seen(_ log: Recorder<Int>) -> Reduce<State, Action> {
    Reduce { state, action in
      if case .child = action { log.note(state.child) }
      return .none
    }
  }

  @Test func theChildRunsForItsOwnActionsOnly() {
    let store = Store(initialState: State(child: 0)) {
      Scope<State, Action, Child>(state: \.child, action: \.child) { Child() }
    }
    store.send(.own)
    #expect(store.withState(\.child) == 0)
    store.send(.child(5))
    #expect(store.withState(\.child) == 5)
  }

  @Test func itsEffectsAreEmbedded() async {
    let store = Store(initialState: State(child: 0)) { Level(Child()) }
    store.send(.child(1))
    #expect(store.withState(\.child) == 11)
    await store.send(.child(2)).finish()
    #expect(store.withState(\.child) == 33)
  }

  @Test func whatStandsAboveRunsFirst() {
    let before = Recorder<Int>()
    let after = Recorder<Int>()
    let store = Store(initialState: State(child: 0)) {
      seen(before)
      Scope<State, Action, Child>(\.child, action: \.child) { Child() }
      seen(after)
    }
    store.send(.child(5))
    #expect(before.entries == [0])
    #expect(after.entries == [5])
  }
}
