import CounterpointCore
import Testing

@MainActor
@Suite struct OnChangeTests {
  struct State: Equatable {
    var number = 0
    var other = 0
    var text = ""
  }

  enum Action: Sendable { case set(Int), other(Int), done }

  private let logic = Reduce<State, Action> { state, action in
    switch action {
    case .set(let number): state.number = number
    case .other(let number): state.other = number
    case .done: state.text += "done "
    }
    return .none
  }

  @Test func itGetsTheOldValueAndTheNewState() {
    let store = Store(initialState: State()) {
      logic.onChange(of: \.number) { old, state in
        state.text += "\(old)→\(state.number) "
        return .send(.done)
      }
    }
    store.send(.set(0))
    store.send(.other(3))
    #expect(store.withState(\.text) == "")
    store.send(.set(1))
    store.send(.set(1))
    store.send(.set(5))
    #expect(store.withState(\.text) == "0→1 done 1→5 done ")
  }

  @Test func theInnerRunsFirstAndTheOuterSeesWhatItChanged() {
    let store = Store(initialState: State()) {
      logic
        .onChange(of: \.number) { _, state in
          state.text += "inner "
          state.other += 1
          return .none
        }
        .onChange(of: \.other) { old, state in
          state.text += "outer \(old) "
          state.number = 100
          return .none
        }
    }
    store.send(.set(1))
    #expect(store.withState(\.text) == "inner outer 0 ")
    #expect(store.withState(\.number) == 100)
  }

  @Test func changesOfOthersAreNotSeen() {
    let store = Store(initialState: State()) {
      logic
      Reduce<State, Action> { _, _ in .none }
        .onChange(of: \.number) { _, state in
          state.text += "seen "
          return .none
        }
    }
    store.send(.set(1))
    #expect(store.withState(\.text) == "")
  }
}
