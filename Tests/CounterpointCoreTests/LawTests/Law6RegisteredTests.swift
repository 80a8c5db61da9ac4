@testable import CounterpointCore
import CounterpointTestSupport
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
          await withTaskCancellationHandler {
            await Gate().wait()
          } onCancel: {
            gone.open()
          }
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

  @MainActor
  @Test func workBeginsAfterTheTurnOfTheStoresActor() async {
    let log = Recorder<String>()
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { _, action in .run { _ in log.note("work \(action)") } }
    }
    let first = store.send(1)
    log.note("sent")
    let second = store.send(2)
    log.note("sent")
    await first.finish()
    await second.finish()
    #expect(log.entries.prefix(2) == ["sent", "sent"])
    #expect(log.entries.sorted() == ["sent", "sent", "work 1", "work 2"])
  }

  @MainActor
  @Test func aCancelInALaterTurnReachesWhatRuns() async {
    let begun = Gate()
    let cancelled = Recorder<Bool>()
    let store = Store(initialState: 0) {
      Reduce<Int, Action> { _, action in
        switch action {
        case .start:
          .run { _ in
            begun.open()
            await Gate().wait()
            cancelled.note(Task.isCancelled)
          }
          .cancellable(id: 1)
        case .cancel: .cancel(id: 1)
        }
      }
    }
    let task = store.send(.start)
    await begun.wait()
    store.send(.cancel)
    await task.finish()
    #expect(cancelled.entries == [true])
    #expect(store.core.hub.cancellations.isEmpty)
  }

  @MainActor
  @Test func ofAThousandRestartsInOneTurnOnlyTheLastBegins() async {
    let begun = Recorder<Int>()
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { _, action in
        .run { _ in begun.note(action) }.cancellable(id: 1, cancelInFlight: true)
      }
    }
    let tasks = (1...1_000).map { store.send($0) }
    for task in tasks { await task.finish() }
    #expect(begun.entries == [1_000])
  }
}
