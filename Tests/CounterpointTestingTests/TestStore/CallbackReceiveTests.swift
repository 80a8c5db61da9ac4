import Counterpoint
import CounterpointTesting
import Testing

/// Actions that callbacks of effects send without waiting.
@Suite struct CallbackReceiveTests {
  @Test func theyAreReceivedInOrder() async {
    let store = TestStore(initialState: Relay.State()) {
      Relay { send in
        await MainActor.run {
          send.enqueue(.increment)
          send.enqueue(.said("once"))
        }
        await send(.increment)
      }
    }
    await store.send(.start)
    await store.receive(.increment) { $0.count = 1 }
    await store.receive(.said("once")) { $0.text = "once" }
    await store.receive(.increment) { $0.count = 2 }
  }
}
