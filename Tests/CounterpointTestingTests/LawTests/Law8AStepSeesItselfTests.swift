import Counterpoint
import CounterpointTesting
import Testing

@Suite struct Law8AStepSeesItselfTests {
  @Test func receivingSeesTheStateRightAfterTheAction() async {
    let store = TestStore(initialState: Relay.State()) {
      Relay { send in
        await send(.increment)
        await send(.increment)
      }
    }
    await store.send(.start)
    // Both actions have been handled.
    #expect(store.state.count == 0)
    await store.receive(.increment) { $0.count = 1 }
    await store.receive(.increment) { $0.count = 2 }
  }

  @Test func sendingSeesTheStateRightAfterTheAction() async {
    let store = TestStore(initialState: Tally.State()) { Tally() }
    // At this point the effect has already sent the other action.
    await store.send(.incrementTwice) { $0.$count.withLock { $0 = 1 } }
    await store.receive(.incrementByTen) { $0.$count.withLock { $0 = 11 } }
  }

  @Test func sharedStateIsThatRightAfterTheAction() async {
    let store = TestStore(initialState: Tally.State()) {
      Tally { _, send in
        await send(.increment)
        await send(.incrementByTen)
      }
    }
    await store.send(.start)
    await store.receive(.increment) { $0.$count.withLock { $0 = 1 } }
    await store.receive(.incrementByTen) { $0.$count.withLock { $0 = 11 } }
  }
}
