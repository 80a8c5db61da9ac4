import CounterpointCore
import CounterpointTestSupport
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

  @Test func theInnerModifierRunsFirstAndTheOuterSeesItsChanges() {
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

  @Test func bothValuesAreReadForEveryAction() {
    let reads = Recorder<Int>()
    let store = Store(initialState: State()) {
      logic.onChange(
        of: { state in
          reads.note(state.number)
          return state.number
        }
      ) { _, _ in .none }
    }
    store.send(.set(1))
    store.send(.other(1))
    #expect(reads.entries == [0, 1, 1, 1])
  }

  @Test func itsEffectFollowsTheEffectOfTheReducer() {
    let store = Store(initialState: [Int]()) {
      Reduce<[Int], Int> { state, action in
        state.append(action)
        return action == 1 ? .send(2) : .none
      }
      .onChange(of: \.first) { _, _ in .send(3) }
    }
    store.send(1)
    #expect(store.withState { $0 } == [1, 2, 3])
  }

  @Test func itsOwnChangeDoesNotCallItAgain() {
    let store = Store(initialState: State()) {
      logic.onChange(of: \.number) { _, state in
        state.number += 1
        return .none
      }
    }
    store.send(.set(1))
    #expect(store.withState(\.number) == 2)
    // The value before the next action is what the closure has left.
    store.send(.set(2))
    #expect(store.withState(\.number) == 2)
  }

  @Test func changesOfAChildAreSeen() {
    let store = Store(initialState: Level<Counter>.State(child: Counter.State())) {
      Level(Counter()).onChange(of: \.child.count) { old, state in
        state.own = old + 10 * state.child.count
        return .none
      }
    }
    store.send(.child(.increment))
    #expect(store.withState(\.own) == 10)
    store.send(.child(.increment))
    #expect(store.withState(\.own) == 21)
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
