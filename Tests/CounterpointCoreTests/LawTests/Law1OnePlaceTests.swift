import CaseKeyPaths
import CounterpointCore
import CounterpointTestSupport
import Testing

/// Law 1: state only changes while a reducer handles an action.
@MainActor
@Suite struct Law1OnePlaceTests {
  @Test func whatAListenerHoldsIsACopy() {
    let store = Store(initialState: Counter.State()) { Counter() }
    let viewStore = store.view
    let token = viewStore.observe { state in
      var copy = state
      copy.count += 100
      #expect(copy.count == state.count + 100)
    }
    store.send(.increment)
    #expect(store.withState(\.count) == 1)
    #expect(viewStore.count == 1)
    token.cancel()
  }

  @Test func whatWithStateReturnsIsACopy() {
    let store = Store(initialState: [1, 2, 3]) { EmptyReducer<[Int], Int>() }
    var copy = store.withState { $0 }
    copy.append(4)
    #expect(store.withState { $0 } == [1, 2, 3])
  }

  @Test func whatAnEffectHoldsIsACopy() async {
    let seen = Recorder<[Int]>()
    let begun = Gate()
    let goOn = Gate()
    let store = Store(initialState: [0]) {
      Reduce<[Int], Int> { state, action in
        state.append(action)
        guard action == 1 else { return .none }
        return .run { [state] send in
          var state = state
          begun.open()
          await goOn.wait()
          seen.note(state)
          state.append(99)
          seen.note(state)
        }
      }
    }
    let task = store.send(1)
    await begun.wait()
    store.send(2)
    goOn.open()
    await task.finish()
    #expect(seen.entries == [[0, 1], [0, 1, 99]])
    #expect(store.withState { $0 } == [0, 1, 2])
  }

  @Test func readingNeverChangesTheState() {
    let store = Store(initialState: Level<Counter>.State(child: Counter.State())) { Level(Counter()) }
    let child = store.scope(\.child, action: \.child)
    _ = child.view.state
    _ = store.scope(state: { $0.child.count + 1 }, action: { (action: Counter.Action) in .child(action) }).view.state
    #expect(store.withState { $0 } == Level<Counter>.State(child: Counter.State()))
  }
}
