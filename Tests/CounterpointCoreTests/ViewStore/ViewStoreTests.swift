import CounterpointCore
import CounterpointTestSupport
import Observation
import Testing

@MainActor
@Suite struct ViewStoreTests {
  struct State: Equatable {
    var count = 0
    var title = "zero"
    var hidden = 0
  }

  enum Action: Sendable { case increment, hidden, reset }

  private func makeStore() -> Store<State, Action> {
    Store(initialState: State()) {
      Reduce<State, Action> { state, action in
        switch action {
        case .increment: state.count += 1
        case .hidden: state.hidden += 1
        case .reset: state.count = 0
        }
        return .none
      }
    }
  }

  @Test func theInitialStateIsComputedAtOnce() {
    let store = makeStore()
    store.send(.increment)
    #expect(store.view(state: { "\($0.count)" }, action: { (_: Never) -> Action in }).state == "1")
  }

  @Test func theTransformRunsOncePerActionAndDuplicatesDoNotNotify() {
    let store = makeStore()
    var transforms = 0
    var told: [Int] = []
    let viewStore = store.view(
      state: { state -> Int in
        transforms += 1
        return state.count / 2
      },
      action: { $0 as Action }
    )
    let token = viewStore.observe { told.append($0) }
    for _ in 1...4 { viewStore.send(.increment) }
    viewStore.send(.hidden)
    #expect(transforms == 6)
    #expect(told == [0, 1, 2])
    token.cancel()
    viewStore.send(.reset)
    #expect(told == [0, 1, 2])
    #expect(viewStore.state == 0)
  }

  @Test func allViewStoresShowTheOldStateBeforeAndTheNewStateDuringNotifications() {
    let store = makeStore()
    let (first, second) = (store.view, store.view)
    var log: [String] = []
    let tokens = [first, second].map { viewStore in
      viewStore.observe { next in
        log.append("will \(first.count) \(second.count) \(next.count)")
      } _: { _ in
        log.append("did \(first.count) \(second.count)")
      }
    }
    log = []
    store.send(.increment)
    #expect(log == ["will 0 0 1", "will 0 0 1", "did 1 1", "did 1 1"])
    withExtendedLifetime(tokens) {}
  }

  @Test func willChangeSeesTheOldStateAndDidChangeTheNew() {
    let store = makeStore()
    let viewStore = store.view
    var log: [String] = []
    let token = viewStore.observe { next in
      log.append("will \(viewStore.count) to \(next.count)")
    } _: { state in
      log.append("did \(viewStore.count) is \(state.count)")
    }
    store.send(.increment)
    store.send(.increment)
    #expect(log == ["did 0 is 0", "will 0 to 1", "did 1 is 1", "will 1 to 2", "did 2 is 2"])
    token.cancel()
  }

  @Test func listenersAreCalledInTheOrderInWhichTheyCame() {
    let viewStore = makeStore().view
    var log: [Int] = []
    var tokens: [ObserveToken] = []
    for listener in 1...5 { viewStore.observe { _ in log.append(listener) }.store(in: &tokens) }
    log = []
    for _ in 1...10 { viewStore.send(.increment) }
    #expect(log == Array(repeating: Array(1...5), count: 10).flatMap { $0 })
  }

  @Test func aListenerAddedDuringANotificationIsNotifiedOfLaterChanges() {
    let viewStore = makeStore().view
    var log: [String] = []
    var late: ObserveToken?
    let token = viewStore.observe { state in
      log.append("first \(state.count)")
      if state.count == 1 { late = viewStore.observe { log.append("late \($0.count)") } }
    }
    viewStore.send(.increment)
    viewStore.send(.increment)
    #expect(log == ["first 0", "first 1", "late 1", "first 2", "late 2"])
    token.cancel()
    late?.cancel()
  }

  @Test func aListenerCancelledDuringANotificationIsNotNotified() {
    let viewStore = makeStore().view
    var log: [String] = []
    var second: ObserveToken?
    var own: ObserveToken?
    own = viewStore.observe { state in
      log.append("first \(state.count)")
      if state.count == 1 {
        second?.cancel()
        own?.cancel()
      }
    }
    second = viewStore.observe { log.append("second \($0.count)") }
    viewStore.send(.increment)
    viewStore.send(.increment)
    #expect(log == ["first 0", "second 0", "first 1"])
    #expect(second?.isCancelled == true)
  }

  @Test func theTokenAloneKeepsTheObservation() {
    let store = makeStore()
    var told: [Int] = []
    var token: ObserveToken? = store.view.observe { told.append($0.count) }
    store.send(.increment)
    #expect(told == [0, 1])
    #expect(token?.isCancelled == false)
    token = nil
    store.send(.increment)
    #expect(told == [0, 1])
  }

  @Test func aListenerThatCapturesTheViewStoreDoesNotLeakIt() {
    weak var weakViewStore: ViewStore<State, Action>?
    weak var weakStore: Store<State, Action>?
    do {
      let store = makeStore()
      let viewStore = store.view
      weakStore = store
      weakViewStore = viewStore
      let token = viewStore.observe { _ in _ = viewStore.state }
      viewStore.send(.increment)
      #expect(!token.isCancelled)
    }
    #expect(weakViewStore == nil)
    #expect(weakStore == nil)
  }

  @Test func tuplesServeAsViewState() {
    let store = makeStore()
    let viewStore = store.view(state: { ($0.count, $0.title) }, action: { $0 as Action }, removeDuplicates: ==)
    var told: [Int] = []
    let token = viewStore.observe { told.append($0.0) }
    viewStore.send(.hidden)
    viewStore.send(.increment)
    #expect(told == [0, 1])
    #expect(viewStore.state.1 == "zero")
    token.cancel()
  }

  @Test func observationTrackingFiresOnceAndSeesTheNewValue() {
    let viewStore = makeStore().view
    let seen = Recorder<Int>()
    let box = Unchecked(viewStore)
    withObservationTracking {
      _ = viewStore.count
    } onChange: {
      seen.note(box.value.count)
    }
    viewStore.send(.increment)
    viewStore.send(.increment)
    #expect(seen.entries == [1])
  }

  @Test func observationTrackingIsSilentWhenNothingShownChanges() {
    let store = makeStore()
    let viewStore = store.view(state: \.count, action: { $0 as Action })
    let seen = Recorder<Int>()
    withObservationTracking {
      _ = viewStore.state
    } onChange: {
      seen.note(0)
    }
    store.send(.hidden)
    #expect(seen.entries.isEmpty)
  }

  @Test func allInitialisersAgree() {
    let store = makeStore()
    let viewStores = [
      ViewStore(store, observe: { $0 }, send: { $0 }, removeDuplicates: ==),
      ViewStore(store, observe: { $0 }, send: { $0 }),
      ViewStore(store, observe: { $0 }, removeDuplicates: ==),
      ViewStore(store, observe: { $0 }),
      store.view(removeDuplicates: ==),
      store.view,
    ]
    for viewStore in viewStores { viewStore.send(.increment) }
    #expect(viewStores.map(\.count) == Array(repeating: 6, count: 6))
  }
}
