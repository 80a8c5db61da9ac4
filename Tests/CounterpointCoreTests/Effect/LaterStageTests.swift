@testable import CounterpointCore
import Testing

/// The stages of a concatenation that wait for work: what they do when their turn comes, and when it never does.
@MainActor
@Suite struct LaterStageTests {
  private func makeStore(_ effects: [Int: Effect<Int>]) -> Store<[Int], Int> {
    Store(initialState: []) {
      Reduce<[Int], Int> { state, action in
        state.append(action)
        return effects[action] ?? .none
      }
    }
  }

  private func send(_ action: Int) -> Effect<Int> {
    .run { send in await send(action) }
  }

  @Test func whatALaterStageSendsAtOnceIsHandledInOrderAndToldOnce() async {
    let store = makeStore([
      0: .concatenate(.run { _ in }, .merge(.send(1), .send(2))),
      1: .send(3),
    ])
    var told: [[Int]] = []
    let token = store.view.observe { told.append($0) }
    await store.send(0).finish()
    #expect(told == [[], [0], [0, 1, 2, 3]])
    token.cancel()
  }

  @Test func aStageThatWasCancelledWhileItWaitedCancelsNothing() async {
    let (first, newest) = (Gate(), Gate())
    let store = makeStore([
      0: .concatenate(
        .run { _ in await first.wait() },
        send(10).cancellable(id: "x", cancelInFlight: true)
      ),
      1: .cancel(id: "x"),
      2: .run { send in
        await newest.wait()
        await send(20)
      }
      .cancellable(id: "x", cancelInFlight: true),
    ])
    let waiting = store.send(0)
    store.send(1)
    let running = store.send(2)
    first.open()
    await waiting.finish()
    newest.open()
    await running.finish()
    #expect(store.withState { $0 } == [0, 1, 2, 20])
    #expect(store.core.hub.cancellations.isEmpty)
  }

  @Test func aCancellationInACancelledStageDoesNotHappen() async {
    let (first, other) = (Gate(), Gate())
    let store = makeStore([
      0: .concatenate(
        .run { _ in await first.wait() },
        Effect<Int>.merge(.cancel(id: "y"), send(10)).cancellable(id: "x")
      ),
      1: .cancel(id: "x"),
      2: .run { send in
        await other.wait()
        await send(20)
      }
      .cancellable(id: "y"),
    ])
    let waiting = store.send(0)
    let running = store.send(2)
    store.send(1)
    first.open()
    await waiting.finish()
    other.open()
    await running.finish()
    #expect(store.withState { $0 } == [0, 2, 1, 20])
  }

  @Test func anActionDoesNotLiveAsLongAsTheEffectThatItStarted() async {
    final class Payload {}
    struct Action { var payload: Payload? }
    let gate = Gate()
    let store = Store(initialState: 0) {
      Reduce<Int, Action> { _, _ in .run { _ in await gate.wait() } }
    }
    weak var payload: Payload?
    let task: StoreTask = {
      let object = Payload()
      payload = object
      return store.send(Action(payload: object))
    }()
    #expect(payload == nil)
    gate.open()
    await task.finish()
  }
}
