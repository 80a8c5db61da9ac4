import CounterpointCore
import CounterpointTestSupport
import Observation
import Testing

/// Law 3: settle, then tell.
@MainActor
@Suite struct Law3SettleThenTellTests {
  struct State: Equatable {
    var a = 0
    var b = 0
    var other = 0
  }

  enum Action: Sendable { case change, finish, other, nothing }

  private func makeStore() -> Store<State, Action> {
    Store(initialState: State()) {
      Reduce<State, Action> { state, action in
        switch action {
        case .change:
          state.a += 1
          return .send(.finish)
        case .finish:
          state.b += 1
          return .none
        case .other:
          state.other += 1
          return .none
        case .nothing:
          return .none
        }
      }
    }
  }

  @Test func oneTellForAllThatAnActionSendsAtOnce() {
    let store = makeStore()
    var seen: [State] = []
    let token = store.view.observe { seen.append($0) }
    store.send(.change)
    store.send(.change)
    #expect(seen == [State(), State(a: 1, b: 1), State(a: 2, b: 2)])
    token.cancel()
  }

  @Test func listenersOfSeveralViewStoresNeverSeeMixedStates() {
    let store = makeStore()
    let a = store.view(state: \.a, action: { $0 as Action })
    let b = store.view(state: \.b, action: { $0 as Action })
    let both = store.view(state: { $0.a - $0.b }, action: { $0 as Action })
    var seen: [[Int]] = []
    var tokens: [ObserveToken] = []
    func look() { seen.append([a.state, b.state, store.withState(\.a), store.withState(\.b)]) }
    a.observe { _ in look() }.store(in: &tokens)
    b.observe { _ in look() }.store(in: &tokens)
    var differences: [Int] = []
    both.observe { differences.append($0) }.store(in: &tokens)
    seen = []
    for _ in 1...3 { store.send(.change) }
    #expect(seen == [1, 1, 2, 2, 3, 3].map { [$0, $0, $0, $0] })
    #expect(differences == [0])
  }

  @Test func readingTheStoreInAnObserverShowsTheNewState() {
    let store = makeStore()
    let viewStore = store.view
    let seen = Recorder<Int>()
    let ref = Unchecked { store.withState(\.a) }
    withObservationTracking {
      _ = viewStore.state
    } onChange: {
      seen.note(ref.value())
    }
    store.send(.change)
    #expect(seen.entries == [1])
  }

  @Test func anUnchangedViewStateIsNotTold() {
    let store = makeStore()
    let viewStore = store.view(state: \.a, action: { $0 as Action })
    var seen: [Int] = []
    var compared = 0
    let token = viewStore.observe { seen.append($0) }
    let counting = store.view(state: \.b, action: { $0 as Action }) { old, new in
      compared += 1
      return old == new
    }
    for _ in 1...5 { store.send(.other) }
    store.send(.nothing)
    #expect(seen == [0])
    #expect(compared == 6)
    #expect(counting.state == 0)
    token.cancel()
  }

  @Test func aListenerThatComesWhileOthersAreToldIsNotToldTwice() {
    let store = makeStore()
    let first = store.view
    let second = store.view
    var seen: [Int] = []
    var late: ObserveToken?
    let token = first.observe { state in
      if state.a == 1, late == nil { late = second.observe { seen.append($0.a) } }
    }
    store.send(.change)
    #expect(seen == [1])
    store.send(.change)
    #expect(seen == [1, 2])
    token.cancel()
    late?.cancel()
  }
}
