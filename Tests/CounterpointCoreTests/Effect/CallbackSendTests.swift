@testable import CounterpointCore
import CounterpointTestSupport
import IdentifiedArrays
import Testing

/// Actions that callbacks send without waiting.
@MainActor
@Suite(.ends) struct CallbackSendTests {
  /// A client with a callback that the test calls.
  @MainActor
  final class Connection {
    private var callback: @MainActor (Int) -> Void = { _ in }
    let opened = Signal()
    let closed = Signal()

    nonisolated init() {}

    func open(_ callback: @escaping @MainActor (Int) -> Void) async {
      self.callback = callback
      opened.send()
      await closed.wait()
    }

    func receive(_ number: Int) { callback(number) }
  }

  enum Action: Sendable {
    case open, cancel, receiveInside, received(Int)
  }

  let connection = Connection()
  /// Sent when 100 has been received.
  let received = Signal()

  private func makeStore() -> Store<[Int], Action> {
    let connection = connection
    let received = received
    return Store(initialState: [], on: MainActor.shared) {
      Reduce<[Int], Action> { state, action in
        switch action {
        case .open:
          return .run { send in
            await connection.open { number in send.enqueue(.received(number)) }
          }
          .cancellable(id: 1)
        case .cancel:
          return .cancel(id: 1)
        case .receiveInside:
          MainActor.assumeIsolated { connection.receive(100) }
          state.append(0)
          return .none
        case .received(let number):
          state.append(number)
          if number == 100 { received.send() }
          return .none
        }
      }
    }
  }

  @Test func theStoreHandlesThemInOrder() async {
    let store = makeStore()
    let task = store.send(.open)
    await connection.opened.wait()
    for number in 1...100 { connection.receive(number) }
    #expect(store.withState { $0 } == [])
    await received.wait()
    #expect(store.withState { $0 } == Array(1...100))
    connection.closed.send()
    await task.finish()
  }

  @Test func aCallbackMayComeFromACanceledTask() async {
    let store = makeStore()
    let task = store.send(.open)
    await connection.opened.wait()
    let caller = Task { [connection] in
      await Gate().wait()
      connection.receive(100)
    }
    caller.cancel()
    await caller.value
    await received.wait()
    #expect(store.withState { $0 } == [100])
    connection.closed.send()
    await task.finish()
  }

  @Test func aReducerThatCallsTheCallbackEndsFirst() async {
    let store = makeStore()
    let task = store.send(.open)
    await connection.opened.wait()
    store.send(.receiveInside)
    await received.wait()
    #expect(store.withState { $0 } == [0, 100])
    connection.closed.send()
    await task.finish()
  }

  @Test func thoseOfACanceledEffectAreDropped() async {
    let store = makeStore()
    let task = store.send(.open)
    await connection.opened.wait()
    // Enqueued before the cancellation, and after it.
    connection.receive(1)
    store.send(.cancel)
    connection.receive(2)
    await task.finish()
    #expect(store.withState { $0 } == [])
  }

  @Test func oneThatWaitsForTheActorIsDroppedByACancellation() async {
    let sends = Recorder<Send<Int>>()
    let hasBegun = Signal()
    let received = received
    let numbers = Recorder<Int>()
    let actor = ThreadActor()
    let store = await actor.run { actor in
      let store = Store<Int, Int>(initialState: 0, on: actor) {
        Reduce<Int, Int> { _, number in
          numbers.note(number)
          switch number {
          case 0:
            return .run { send in
              sends.note(send)
              hasBegun.send()
              await Gate().wait()
            }
            .cancellable(id: "numbers")
          case 2: return .cancel(id: "numbers")
          case 3: return .run { send in send.enqueue(4) }
          case 4: received.send()
          default: break
          }
          return .none
        }
      }
      _ = store.send(0)
      return Unchecked(store)
    }
    await hasBegun.wait()
    await actor.run { actor in
      sends.entries[0].enqueue(1)
      actor.executor.waitForNextJob()
      _ = store.value.send(2)
      _ = store.value.send(3)
    }
    await received.wait()
    #expect(numbers.entries == [0, 2, 3, 4])
  }

  @Test func anActionThatIsEnqueuedInTimeIsNotReported() async {
    let store = makeStore()
    let task = store.send(.open)
    await connection.opened.wait()
    let reported = await issues {
      connection.receive(100)
      connection.closed.send()
      await task.finish()
      await received.wait()
    }
    #expect(reported.isEmpty)
    #expect(store.withState { $0 } == [100])
  }

  @Test func thoseAfterTheEffectAreHandledAndReported() async {
    let store = makeStore()
    let task = store.send(.open)
    await connection.opened.wait()
    connection.closed.send()
    await task.finish()
    let reported = await issues {
      connection.receive(100)
      await received.wait()
    }
    #expect(store.withState { $0 } == [100])
    #expect(reported.map(\.headline) == ["An action was sent from an effect that had already returned:"])
  }

  @Test func thoseAfterTheStoreAreDropped() async {
    var store: Store<[Int], Action>? = makeStore()
    store?.send(.open)
    await connection.opened.wait()
    store = nil
    connection.receive(1)
    connection.closed.send()
  }

  @Test func anotherActorHandlesThemInOrder() async {
    let connection = connection
    let actor = ThreadActor()
    let received = Signal()
    let numbers = Recorder<Int>()
    let made = await actor.run { actor in
      let store = Store<[Int], Action>(initialState: [], on: actor) {
        Reduce<[Int], Action> { _, action in
          switch action {
          case .open:
            return .run { send in
              await connection.open { number in send.enqueue(.received(number)) }
            }
          case .received(let number):
            numbers.note(number)
            if number == 100 { received.send() }
            return .none
          default:
            return .none
          }
        }
      }
      let task = store.send(.open)
      return Unchecked((store, task))
    }
    await connection.opened.wait()
    for number in 1...100 { connection.receive(number) }
    await received.wait()
    #expect(numbers.entries == Array(1...100))
    connection.closed.send()
    await made.value.1.finish()
    await actor.run { _ in withExtendedLifetime(made.value.0) {} }
  }

  @Test func aChildSendsThroughItsParents() async {
    let connection = connection
    let received = received
    let waiting = Twig.Action { _ in
      .run { send in
        await connection.open { number in
          send.enqueue(
            Twig.Action { state in
              state.value = number
              received.send()
              return .none
            }
          )
        }
      }
    }
    var state = Branch<Twig>.State()
    state.rows = [Twig.State(id: 7)]
    let store = Store(initialState: state, on: MainActor.shared) { Branch(child: Twig()) }
    let task = store.send(.rows(.element(id: 7, action: waiting)))
    await connection.opened.wait()
    connection.receive(5)
    await received.wait()
    #expect(store.withState { $0.rows[id: 7]?.value } == 5)
    connection.closed.send()
    await task.finish()
  }

  @Test func aFunctionInPlaceOfAStore() async {
    let received = Signal()
    let numbers = Recorder<Int>()
    let send = Send<Int> { number in
      numbers.note(number)
      received.send()
    }
    let callback: @MainActor () -> Void = { send.enqueue(1) }
    callback()
    await received.wait()
    #expect(numbers.entries == [1])
  }
}
