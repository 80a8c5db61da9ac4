import CounterpointCore
import CounterpointSupport
import Testing

@Suite(.timeLimit(.minutes(5))) @MainActor struct StoreInstrumentTests {
  fileprivate enum Action: Sendable {
    case increment
    case run
  }

  private func store() -> Store<Int, Action> {
    Store(initialState: 0) {
      Reduce<Int, Action> { state, action in
        switch action {
        case .increment:
          state += 1
          return .none
        case .run:
          return .run { send in await send(.increment) }
        }
      }
    }
  }

  @Test func twoInstrumentsAreCalledInTheOrderOfTheirAttachment() async {
    let log = Log()
    let store = store()
    store.attach(LoggingInstrument(name: "a", log: log))
    store.attach(LoggingInstrument(name: "b", log: log))
    store.send(.increment)
    #expect(
      log.entries == ["a will increment", "b will increment", "a did increment: 1", "b did increment: 1"]
    )
    log.removeAll()
    await store.send(.run).finish()
    #expect(
      log.entries == [
        "a will run", "b will run", "a did run: 1, with an effect", "b did run: 1, with an effect",
        "a began", "b began",
        "a runs", "b runs",
        "a will increment", "b will increment", "a did increment: 2", "b did increment: 2",
        "b has run", "a has run",
        "a ended", "b ended",
      ]
    )
  }

  @Test func anInstrumentObservesFromItsAttachmentOn() {
    let log = Log()
    let store = store()
    store.send(.increment)
    store.attach(LoggingInstrument(name: "a", log: log))
    store.send(.increment)
    #expect(log.entries == ["a will increment", "a did increment: 2"])
  }
}

private final class Log: Sendable {
  private let state = Locked<[String]>([])

  var entries: [String] { state.withLock { $0 } }

  func append(_ entry: String) { state.withLock { $0.append(entry) } }

  func removeAll() { state.withLock { $0 = [] } }
}

private final class LoggingInstrument: StoreInstrument {
  typealias State = Int
  typealias Action = StoreInstrumentTests.Action

  private let name: String
  private let log: Log
  let effects: (any EffectInstrument)?

  init(name: String, log: Log) {
    self.name = name
    self.log = log
    self.effects = LoggingEffectInstrument(name: name, log: log)
  }

  func willReduce(_ action: Action) {
    log.append("\(name) will \(action)")
  }

  func didReduce(_ action: Action, to state: Int, effectGroup: EffectGroup?) {
    log.append("\(name) did \(action): \(state)" + (effectGroup == nil ? "" : ", with an effect"))
  }
}

private final class LoggingEffectInstrument: EffectInstrument {
  private let name: String
  private let log: Log

  init(name: String, log: Log) {
    self.name = name
    self.log = log
  }

  func effectBegan() { log.append("\(name) began") }

  func effectEnded() { log.append("\(name) ended") }

  func run(_ effect: EffectDescription, _ operation: @Sendable () async -> Void) async {
    log.append("\(name) runs")
    await operation()
    log.append("\(name) has run")
  }
}
