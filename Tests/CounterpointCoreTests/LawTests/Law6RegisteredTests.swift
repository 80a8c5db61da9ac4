@testable import CounterpointCore
import Testing

/// Law 6: registered before it runs.
@Suite struct Law6RegisteredTests {
  enum Action: Sendable { case start, cancel }

  @MainActor
  @Test func startAndCancelInOneTurnAlwaysCancels() async {
    let begun = Recorder<Int>()
    for _ in 0..<1_000 {
      let store = Store(initialState: 0) {
        Reduce<Int, Action> { _, action in
          switch action {
          case .start: .run { _ in begun.note(0) }.cancellable(id: 1)
          case .cancel: .cancel(id: 1)
          }
        }
      }
      let task = store.send(.start)
      #expect(!store.core.hub.cancellations.isEmpty)
      store.send(.cancel)
      await task.finish()
      #expect(store.core.hub.cancellations.isEmpty)
    }
    #expect(begun.entries.isEmpty)
  }

  actor Connection {
    lazy var store = Store(initialState: 0, isolation: self) {
      Reduce<Int, Int> { state, action in
        state += action
        return action < 3 ? .run { send in await send(action + 1) } : .none
      }
    }
    func run() async -> Int {
      await store.send(1).finish()
      return store.withState { $0 }
    }
  }

  @Test func worksOnAnActor() async {
    #expect(await Connection().run() == 6)
  }

  actor Owner {
    let begun: Gate
    let gone: Gate
    lazy var store = Store(initialState: 0, isolation: self) { [begun, gone] in
      Reduce<Int, Int> { state, action in
        .run { _ in
          begun.open()
          await withTaskCancellationHandler { await Gate().wait() } onCancel: { gone.open() }
        }
      }
    }
    init(begun: Gate, gone: Gate) {
      self.begun = begun
      self.gone = gone
    }

    func begin() { store.send(1) }
  }

  @Test func anActorThatOwnsItsStoreCanGo() async {
    let begun = Gate()
    let gone = Gate()
    var owner: Owner? = Owner(begun: begun, gone: gone)
    await owner?.begin()
    await begun.wait()
    owner = nil
    await gone.wait()
  }
}
