import CounterpointTestSupport
import ControlledClocks
@_spi(Internals) import CounterpointCore
@_spi(Internals) import CounterpointSupport
import DependencyInjection
import Observation
import Testing

@Suite(.ends) @MainActor struct StoreInstrumentTests {
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

  @Test func eachActionHasItsNumberAndItsCause() async {
    let log = Log()
    let store = Store<Int, CauseAction>(initialState: 0) {
      Reduce<Int, CauseAction> { state, action in
        switch action {
        case .send: return .send(.add(1))
        case .run: return .run { send in await send(.send) }
        case .concatenate: return .concatenate(.run { _ in }, .send(.add(2)))
        case .throttled:
          return .run { send in await send(.add(3)) }.throttle(
            id: 1,
            for: .seconds(1),
            clock: .continuous,
            latest: true
          )
        case .add(let number):
          state += number
          return .none
        }
      }
    }
    store.attach(CauseInstrument(log: log))
    store.send(.send)
    await store.send(.run).finish()
    await store.send(.concatenate).finish()
    await store.send(.throttled).finish()
    let file = "StoreInstrumentTests.swift"
    #expect(
      log.entries == [
        "1 send by user in \(file)", "2 add(1) by reducer of 1",
        "3 run by user in \(file)", "4 send by effect of 3 in \(file)", "5 add(1) by reducer of 4",
        "6 concatenate by user in \(file)", "7 add(2) by reducer of 6",
        "8 throttled by user in \(file)", "9 add(3) by effect of 8 in \(file)",
      ]
    )
  }

  @Test func anActionOfAnObserverIsNotOneOfTheUser() {
    let log = Log()
    let store = store()
    // Used on the main actor only.
    nonisolated(unsafe) let viewStore = ViewStore(store, observe: { $0 })
    store.attach(CauseInstrument(log: log))
    withObservationTracking {
      _ = unsafe viewStore.state
    } onChange: {
      MainActor.assumeIsolated { _ = unsafe viewStore.send(.increment) }
    }
    unsafe viewStore.send(.increment)
    let file = "StoreInstrumentTests.swift"
    #expect(log.entries == ["1 increment by user in \(file)", "2 increment by observer in \(file)"])
  }

  @Test func anInstrumentThatIsAttachedWhileActionsWaitDoesNotKnowTheirCause() {
    let log = Log()
    let box = LockIsolated<(@Sendable () -> Void)?>(nil)
    let store = Store<Int, CauseAction>(initialState: 0) {
      Reduce<Int, CauseAction> { state, action in
        switch action {
        case .send:
          return .merge(
            .send(.add(1)),
            .sync {
              box.value?(); return .add(2)
            }
          )
        case .add(let number): state += number
        case .run, .concatenate, .throttled: break
        }
        return .none
      }
    }
    nonisolated(unsafe) let unsafeStore = store
    box.setValue { unsafe unsafeStore.attach(CauseInstrument(log: log)) }
    store.send(.send)
    #expect(log.entries == ["2 add(1) by reducer of 1", "3 add(2) by reducer of 1"])
  }

  @Test func aRefusedActionIsNotHandledAndHasNoNumber() async {
    let log = Log()
    let store = store()
    store.attach(LoggingInstrument(name: "a", log: log))
    let gate = RefusingInstrument()
    store.attach(gate)
    gate.refuses = true
    store.send(.increment)
    #expect(store.withState { $0 } == 0)
    #expect(log.entries.isEmpty)
    gate.refuses = false
    let task = store.send(.run)
    gate.refuses = true
    // Actions of effects can't be refused.
    await task.finish()
    #expect(store.withState { $0 } == 1)
    #expect(gate.numbers == [1, 2])
    #expect(gate.refusals == 1)
  }

  @Test func aNewStoreGetsTheInstrumentsOfItsDependencies() {
    let source = LogSource()
    let (recorded, other) = withDependencies {
      $0.storeInstrumentSources = [source]
    } operation: {
      (store(), Store<String, Never>(initialState: "") { EmptyReducer() })
    }
    let unobserved = store()
    recorded.send(.increment)
    unobserved.send(.increment)
    #expect(source.log.entries == ["of 0 will increment", "of 0 did increment: 1"])
    #expect(source.features == ["Reduce<Int, Action>", "EmptyReducer<String, Never>"])
    _ = other
  }
}

private enum CauseAction: Sendable {
  case send, run, concatenate, throttled
  case add(Int)
}

/// Logs each action with its number and its cause.
private final class CauseInstrument<State, Action>: StoreInstrument {
  private let log: Log

  init(log: Log) {
    self.log = log
  }

  func willReduce(_ action: Action, number: Int, cause: ActionCause) {
    let file = cause.location.map { " in \("\($0.fileID)".split(separator: "/").last ?? "")" } ?? ""
    let kind =
      switch cause {
      case .user: "user"
      case .observer: "observer"
      case .effect: "effect"
      case .reducer: "reducer"
      }
    log.append("\(number) \(action) by \(kind)\(cause.reduction.map { " of \($0)" } ?? "")\(file)")
  }
}

private final class RefusingInstrument: StoreInstrument {
  typealias State = Int
  typealias Action = StoreInstrumentTests.Action

  var refuses = false
  private(set) var refusals = 0
  private(set) var numbers: [Int] = []

  func admits(_ action: Action, cause: ActionCause) -> Bool {
    if refuses { refusals += 1 }
    return !refuses
  }

  func willReduce(_ action: Action, number: Int, cause: ActionCause) {
    numbers.append(number)
  }
}

private final class LogSource: StoreInstrumentSource {
  let log = Log()
  private let types = Locked<[String]>([])
  private let token = StoreInstrumentSourceToken()

  var features: [String] { types.withLock { $0 } }

  func makeInstrument<State, Action>(
    for feature: Any.Type,
    initialState state: State,
    action: Action.Type,
    dependencies: DependencyValues
  ) -> (any StoreInstrument<State, Action>)? {
    types.withLock { $0.append("\(feature)") }
    return LoggingInstrument(name: "of \(state)", log: log) as? any StoreInstrument<State, Action>
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

  func willReduce(_ action: Action, number: Int, cause: ActionCause) {
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
