import CounterpointCore
import CounterpointTestSupport
import Testing

/// `signpost`: intervals and events for a tracing tool.
@MainActor
@Suite struct SignpostTests {
  enum Action: Sendable {
    case start
    case wait
    case cancel
    case chain
    case done
  }

  /// Notes what it is told, with the ids numbered in the order in which they begin.
  final class Sink: SignpostSink {
    let log = Recorder<String>()
    private let begun = Recorder<UInt64>()

    private func number(_ id: UInt64) -> Int { (begun.entries.firstIndex(of: id) ?? -2) + 1 }

    func begin(_ name: String, id: UInt64, message: String) {
      begun.note(id)
      log.note("begin \(name) \(number(id)): \(message)")
    }

    func event(_ name: String, id: UInt64, message: String) {
      log.note("event \(name) \(number(id)): \(message)")
    }

    func end(_ name: String, id: UInt64, message: String) {
      log.note("end \(name) \(number(id)): \(message)")
    }
  }

  let sink = Sink()
  let gate = Gate()
  let begun = Gate()

  private var logic: Reduce<[String], Action> {
    Reduce { [gate, begun] state, action in
      state.append("\(action)")
      switch action {
      case .start:
        return .run { send in await send(.done) }
      case .wait:
        return .run { _ in
          begun.open()
          try await gate.pass()
        }
        .cancellable(id: 1)
      case .cancel:
        return .cancel(id: 1)
      case .chain:
        return .send(.done)
      case .done:
        return .none
      }
    }
  }

  private func makeStore(_ prefix: String = "") -> Store<[String], Action> {
    Store(initialState: []) { logic.signpost(prefix, log: SignpostLog(sink)) }
  }

  @Test func anActionIsAnInterval() {
    makeStore("Search").send(.done)
    #expect(sink.log.entries == ["begin Action 1: Search: SignpostTests.Action.done", "end Action 1: "])
  }

  @Test func anEffectIsAnIntervalUntilItEnds() async {
    let store = makeStore()
    await store.send(.start).finish()
    #expect(
      sink.log.entries == [
        "begin Action 1: SignpostTests.Action.start",
        "end Action 1: ",
        "begin Effect 2: SignpostTests.Action.start",
        "event Effect Output 2: SignpostTests.Action.done",
        "begin Action 3: SignpostTests.Action.done",
        "end Action 3: ",
        "end Effect 2: Finished",
      ]
    )
  }

  @Test func anEffectThatIsCancelledSaysSo() async {
    let store = makeStore()
    let task = store.send(.wait)
    await begun.wait()
    store.send(.cancel)
    await task.finish()
    #expect(sink.log.entries.contains("begin Effect 2: SignpostTests.Action.wait"))
    #expect(sink.log.entries.last == "end Effect 2: Cancelled")
  }

  @Test func anEffectThatNeverBeganIsNotSeen() async {
    let store = makeStore()
    let task = store.send(.wait)
    store.send(.cancel)
    await task.finish()
    #expect(!sink.log.entries.contains { $0.contains("Effect") })
  }

  @Test func anActionThatIsSentAtOnceIsAnOutput() {
    makeStore().send(.chain)
    #expect(
      sink.log.entries.dropFirst(2).prefix(3) == [
        "begin Effect 2: SignpostTests.Action.chain",
        "event Effect Output 2: SignpostTests.Action.done",
        "end Effect 2: Finished",
      ]
    )
  }

  @Test(arguments: [true, false]) func theReducerDoesTheSame(_ isTraced: Bool) async {
    let log = isTraced ? SignpostLog(sink) : .installed
    let store = Store(initialState: [String]()) { logic.signpost(log: log) }
    await store.send(.start).finish()
    store.send(.chain)
    let task = store.send(.wait)
    await begun.wait()
    store.send(.cancel)
    await task.finish()
    #expect(store.withState { $0 } == ["start", "done", "chain", "done", "wait", "cancel"])
    #expect(sink.log.entries.isEmpty == !isTraced)
  }

  @Test func withoutASinkTheEffectIsTheSame() {
    var state: [String] = []
    let effect = logic.signpost().reduce(into: &state, action: .done)
    #expect(MemoryLayout.size(ofValue: effect) == MemoryLayout<Int>.size)
    #expect(state == ["done"])
  }

  /// In a process of its own, because what is installed stays.
  @Test func theInstalledSinkIsUsedByDefault() async {
    await #expect(processExitsWith: .success) {
      let first = SignpostTests.Sink()
      SignpostLog.install(first)
      SignpostLog.install(SignpostTests.Sink())
      await MainActor.run {
        let store = Store(initialState: 0) {
          Reduce<Int, Action> { _, _ in .none }.signpost()
        }
        store.send(.done)
      }
      precondition(first.log.entries.count == 2)
    }
  }
}
