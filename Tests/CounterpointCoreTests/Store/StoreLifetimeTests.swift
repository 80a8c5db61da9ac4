import CaseKeyPaths
import CounterpointCore
import CounterpointTestSupport
import Testing

@MainActor
@Suite struct StoreLifetimeTests {
  enum Action: Sendable { case start, answer }

  @Test func theLastStoreTakesItsEffectsAlong() async {
    let begun = Gate()
    let cancelled = Gate()
    var store: Store<Int, Action>? = Store(initialState: 0) {
      Reduce<Int, Action> { _, _ in
        .run { _ in
          begun.open()
          await Gate().wait()
          #expect(Task.isCancelled)
          cancelled.open()
        }
      }
    }
    let task = store?.send(.start)
    await begun.wait()
    store = nil
    await cancelled.wait()
    await task?.finish()
  }

  @Test func anEffectThatIgnoresItsCancellationIsIgnored() async {
    let begun = Gate()
    let goOn = Gate()
    let log = Recorder<Action>()
    var store: Store<Int, Action>? = Store(initialState: 0) {
      Reduce<Int, Action> { _, action in
        log.note(action)
        return .run { send in
          // A task of its own: the cancellation of the effect does not reach it.
          await Task.detached {
            begun.open()
            await goOn.wait()
            await send(.answer)
          }.value
        }
      }
    }
    let task = store?.send(.start)
    await begun.wait()
    store = nil
    goOn.open()
    await task?.finish()
    #expect(log.entries.count == 1)
  }

  @Test func finishReturnsWhenTheStoreGoesBetweenTwoStages() async {
    let begun = Gate()
    let goOn = Gate()
    let log = Recorder<String>()
    var store: Store<Int, Action>? = Store(initialState: 0) {
      Reduce<Int, Action> { _, action in
        .concatenate(
          .run { _ in
            begun.open()
            await Task.detached { await goOn.wait() }.value
          },
          .merge(
            .concatenate(.run { _ in log.note("second") }.cancellable(id: 1), .send(.answer)),
            .run { _ in log.note("third") }.cancellable(id: 2, cancelInFlight: true)
          )
        )
        .cancellable(id: 3)
      }
    }
    let task = store?.send(.start)
    await begun.wait()
    store = nil
    goOn.open()
    await task?.finish()
    #expect(log.entries.isEmpty)
  }

  @Test func aViewStoreKeepsItsStore() {
    weak var weakStore: Store<Int, Int>?
    var viewStore: ViewStore<Int, Int>?
    do {
      let store = Store(initialState: 0) {
        Reduce<Int, Int> { state, action in
          state += action
          return .none
        }
      }
      weakStore = store
      viewStore = store.view
    }
    #expect(weakStore != nil)
    viewStore?.send(1)
    #expect(viewStore?.state == 1)
    viewStore = nil
    #expect(weakStore == nil)
  }

  @Test func effectsDoNotKeepTheStore() async {
    let begun = Gate()
    weak var weakStore: Store<Int, Action>?
    do {
      let store = Store(initialState: 0) {
        Reduce<Int, Action> { _, _ in
          .run { _ in
            begun.open()
            await Gate().wait()
          }
        }
      }
      weakStore = store
      store.send(.start)
      await begun.wait()
    }
    #expect(weakStore == nil)
  }
}
