import CounterpointCore
import Testing

@Suite struct StoreRefTests {
  struct Failure: Error, Equatable {}

  final class Plain {
    var value = 3
  }

  @MainActor private func makeStore() -> StoreOf<Counter> {
    Store(initialState: Counter.State()) { Counter() }
  }

  @MainActor
  @Test func sendsFromAnotherActor() async {
    let store = makeStore()
    let ref = store.ref
    await ThreadActor().run { _ in
      await ref.send(.increment)
      await ref.send(.increment)
    }
    #expect(await ref.withStore { $0.withState(\.count) } == 2)
    #expect(store.withState(\.count) == 2)
  }

  @MainActor
  @Test func aThousandTasksSendAThousandActions() async {
    let store = makeStore()
    let ref = store.ref
    await withDiscardingTaskGroup { group in
      for _ in 0..<1_000 { group.addTask { await ref.send(.increment) } }
    }
    #expect(store.withState(\.count) == 1_000)
  }

  @MainActor
  @Test func doesNothingOnceTheStoreIsGone() async {
    var store: StoreOf<Counter>? = makeStore()
    weak let weakStore = store
    let ref = store!.ref
    store = nil
    #expect(weakStore == nil)
    let task = await ref.send(.increment)
    #expect(task.isCancelled)
    #expect(await ref.withStore { $0.withState(\.count) } == nil)
  }

  @MainActor
  @Test func withStoreThrowsWhatItsBodyThrows() async {
    let store = makeStore()
    let ref = store.ref
    await #expect(throws: Failure()) { try await ref.withStore { _ in throw Failure() } }
    withExtendedLifetime(store) {}
  }

  @MainActor
  @Test func theReturnedTaskIsThatOfTheAction() async {
    let begun = Gate()
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { _, _ in
        .run { _ in
          begun.open()
          await Gate().wait()
        }
      }
    }
    let task = await store.ref.send(1)
    await begun.wait()
    #expect(!task.isCancelled)
    task.cancel()
    await task.finish()
  }

  @MainActor
  @Test func theActionNeedNotBeSendable() async {
    let store = Store(initialState: 0) {
      Reduce<Int, Plain> { state, action in
        state += action.value
        return .none
      }
    }
    await store.ref.send(Plain())
    #expect(store.withState { $0 } == 3)
  }
}
