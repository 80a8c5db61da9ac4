import CounterpointCore
import CounterpointTestSupport
import Testing

/// Law 2: one action at a time, the others wait in the order in which they came, and none is lost.
@MainActor
@Suite struct Law2OneAtATimeTests {
  enum Action: Equatable, Sendable { case a, b, c, d, e }

  private func tree(_ log: Recorder<Action>) -> Store<Int, Action> {
    Store(initialState: 0) {
      Reduce<Int, Action> { state, action in
        log.note(action)
        state += 1
        switch action {
        case .a: return .merge(.send(.b), .send(.c))
        case .b: return .send(.d)
        case .c, .d, .e: return .none
        }
      }
    }
  }

  @Test func actionsThatEffectsSendAtOnceAreHandledFirstInFirstOut() {
    let log = Recorder<Action>()
    let store = tree(log)
    store.send(.a)
    #expect(log.entries == [.a, .b, .c, .d])
    #expect(store.withState { $0 } == 4)
    store.send(.e)
    #expect(log.entries == [.a, .b, .c, .d, .e])
  }

  @Test func whatAnObserverSendsIsHandledAfterTheCurrentActionInOrder() throws {
    let log = Recorder<Action>()
    let store = tree(log)
    let viewStore = store.view
    let statesOnReturn = Recorder<Int>()
    let reported = issues {
      let token = viewStore.observe { state in
        guard state == 4 else { return }
        store.send(.a)
        store.send(.e)
        statesOnReturn.note(store.withState { $0 })
      }
      store.send(.a)
      token.cancel()
    }
    #expect(log.entries == [.a, .b, .c, .d, .a, .e, .b, .c, .d])
    #expect(statesOnReturn.entries == [4])
    #expect(store.withState { $0 } == 9)
    #expect(reported.isEmpty)
  }

  @Test func aReducerIsNeverEnteredTwice() {
    let log = Recorder<String>()
    weak var weakStore: Store<Int, Int>?
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { state, action in
        log.note("begin \(action)")
        if action < 3 { weakStore?.send(action + 1) }
        log.note("end \(action)")
        return .none
      }
    }
    weakStore = store
    let reported = issues { store.send(1) }
    #expect(log.entries == ["begin 1", "end 1", "begin 2", "end 2", "begin 3", "end 3"])
    #expect(reported.count == 2)
  }

  @Test func ofManyListenersThatSendNoneIsLost() {
    let log = Recorder<Int>()
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { state, action in
        log.note(action)
        state += 1
        return .none
      }
    }
    let viewStore = store.view
    var tokens: [ObserveToken] = []
    for listener in 1...10 {
      viewStore.observe { if $0 == 1 { store.send(listener) } }.store(in: &tokens)
    }
    store.send(0)
    #expect(log.entries == Array(0...10))
  }

  @Test func aHundredThousandChainedSendsFitOnASmallStack() async {
    let count = await ThreadActor(stackSize: 256 * 1024).run { actor in
      let store = Store(initialState: 0, isolation: actor) {
        Reduce<Int, Int> { state, action in
          state += 1
          return action > 1 ? .send(action - 1) : .none
        }
      }
      store.send(100_000)
      return store.withState { $0 }
    }
    #expect(count == 100_000)
  }

  @Test func aHundredThousandSendsOfAnObserverFitOnASmallStack() async {
    let count = await ThreadActor(stackSize: 256 * 1024).run { actor in
      let store = Store(initialState: 0, isolation: actor) {
        Reduce<Int, Int> { state, _ in
          state += 1
          return .none
        }
      }
      let token = store.view.observe { [weak store] in if 0 < $0, $0 < 100_000 { store?.send(0) } }
      store.send(0)
      token.cancel()
      return store.withState { $0 }
    }
    #expect(count == 100_000)
  }
}
