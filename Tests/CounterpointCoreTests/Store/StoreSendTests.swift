import CounterpointCore
import CounterpointTestSupport
import Testing

@MainActor
@Suite struct StoreSendTests {
  /// Does something when it is destroyed.
  final class Burst: @unchecked Sendable {
    let onEnd: () -> Void

    init(_ onEnd: @escaping () -> Void) {
      self.onEnd = onEnd
    }

    deinit {
      onEnd()
    }
  }

  enum Action {
    case start
    case held(Burst)
    case note(String)
  }

  @Test func anActionWhoseDestructionSendsIsSafeAndNothingIsReported() {
    let log = Recorder<String>()
    weak var weakStore: Store<Int, Action>?
    let store = Store(initialState: 0) {
      Reduce<Int, Action> { state, action in
        state += 1
        switch action {
        case .start:
          return .merge(
            .send(.held(Burst { weakStore?.send(.note("destroyed")) })),
            .send(.note("after"))
          )
        case .held: log.note("held")
        case .note(let text): log.note(text)
        }
        return .none
      }
    }
    weakStore = store
    let reported = issues { store.send(.start) }
    #expect(log.entries == ["held", "after", "destroyed"])
    #expect(store.withState { $0 } == 4)
    #expect(reported.isEmpty, "\(reported)")
  }

  @Test func theDestructionOfTheFirstActionMaySend() {
    let log = Recorder<String>()
    weak var weakStore: Store<Int, Action>?
    let store = Store(initialState: 0) {
      Reduce<Int, Action> { _, action in
        switch action {
        case .start: break
        case .held: log.note("held")
        case .note(let text): log.note(text)
        }
        return .none
      }
    }
    weakStore = store
    let reported = issues { _ = store.send(.held(Burst { weakStore?.send(.note("destroyed")) })) }
    #expect(log.entries == ["held", "destroyed"])
    #expect(reported.isEmpty, "\(reported)")
  }

  @Test func theStateIsVisibleWhenSendReturns() {
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { state, action in
        state += action
        return action > 1 ? .send(action - 1) : .none
      }
    }
    store.send(4)
    #expect(store.withState { $0 } == 10)
  }

  @Test func aStoreWithoutAReducerDoesNothing() {
    let store = Store<Int, String>(initialState: 3) {}
    let task = store.send("anything")
    #expect(task.isCancelled)
    #expect(store.withState { $0 } == 3)
  }

  @Test func initialStateAndReducerAreEvaluatedOnce() {
    var states = 0
    var reducers = 0
    func makeState() -> Int {
      states += 1
      return 0
    }
    let store = Store(initialState: makeState()) {
      let _ = reducers += 1
      Reduce<Int, Int> { state, action in
        state += action
        return .none
      }
    }
    store.send(1)
    store.send(1)
    #expect(states == 1)
    #expect(reducers == 1)
  }

  @Test func withStateThrowsWhatItsBodyThrows() {
    struct Failure: Error {}
    let store = Store<Int, Int>(initialState: 3) {}
    #expect(throws: Failure.self) { try store.withState { _ in throw Failure() } }
  }
}
