@testable import CounterpointCore
import CounterpointTestSupport
import Testing

/// A store with effects that wait, to see which of them get through.
@MainActor
final class Bench<State, Action> {
  let store: Store<State, Action>
  private let work: WaitingWork

  init<R: Reducer<State, Action>>(
    _ state: State,
    _ work: WaitingWork,
    @ReducerBuilder<State, Action> reducer: () -> R
  ) {
    self.work = work
    self.store = Store(initialState: state, on: MainActor.shared, reducer: reducer)
  }

  func send(_ action: Action) {
    store.send(action)
  }

  /// Releases all effects in flight, and waits for them.
  ///
  /// - Returns: The names of those that were not canceled.
  func survivors() async -> [String] {
    work.gate.open()
    // No `send` has the task of an effect that began with the store.
    await store.core.hub.effects.settle()
    #expect(store.core.hub.cancellations.isEmpty)
    #expect(store.core.hub.effects.isSettled)
    return work.log.entries.sorted()
  }
}

typealias BenchOf<R: Reducer> = Bench<R.State, R.Action>

/// Effects that wait at a gate, and are noted when they get through.
struct WaitingWork: Sendable {
  let gate = Gate()
  let log = Recorder<String>()

  /// An effect that waits.
  ///
  /// - Parameters:
  ///   - name: What to note.
  ///   - begun: Opened when the work begins.
  func run<Action>(_ name: String, begun: Gate? = nil) -> Effect<Action> {
    .run { _ in
      begun?.open()
      try await gate.pass()
      log.note(name)
    }
  }
}
