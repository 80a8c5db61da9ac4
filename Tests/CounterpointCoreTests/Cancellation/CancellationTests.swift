@testable import CounterpointCore
import CounterpointTestSupport
import Testing

@MainActor
@Suite struct CancellationTests {
  /// Runs effects by number until each is open or canceled, and records the completed ones.
  private func makeStore(
    _ log: Recorder<String>,
    _ effects: @escaping (Int, (String) -> Effect<Int>) -> Effect<Int>
  ) -> (store: Store<Int, Int>, gate: Gate) {
    let gate = Gate()
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { _, action in
        effects(action) { name in
          .run { _ in
            try await gate.pass()
            log.note(name)
          }
        }
      }
    }
    return (store, gate)
  }

  private func survivors(_ actions: [Int], _ effects: @escaping (Int, (String) -> Effect<Int>) -> Effect<Int>) async
    -> [String]
  {
    let log = Recorder<String>()
    let (store, gate) = makeStore(log, effects)
    let tasks = actions.map { store.send($0) }
    gate.open()
    for task in tasks { await task.finish() }
    #expect(store.core.hub.cancellations.isEmpty)
    return log.entries.sorted()
  }

  @Test func aCancelInTheSameTurnHits() async {
    #expect(await survivors([0, 1]) { $0 == 0 ? $1("run").cancellable(id: 1) : .cancel(id: 1) } == [])
  }

  @Test func aCancelSparesWhatTheSameReductionReturns() async {
    #expect(await survivors([0]) { .merge(.cancel(id: 1), $1("new").cancellable(id: 1)) } == ["new"])
    #expect(await survivors([0]) { .merge($1("new").cancellable(id: 1), .cancel(id: 1)) } == ["new"])
    #expect(await survivors([0]) { .concatenate(.cancel(id: 1), $1("new").cancellable(id: 1)) } == ["new"])
    #expect(await survivors([0]) { .concatenate($1("new").cancellable(id: 1), .cancel(id: 1)) } == ["new"])
  }

  @Test func aRestartLeavesTheNewOneOnly() async {
    let result = await survivors([0, 1]) { .merge($1("run \($0)").cancellable(id: 1), .cancel(id: 1)) }
    #expect(result == ["run 1"])
  }

  @Test func cancelInFlightLeavesTheLastOnly() async {
    let result = await survivors([0, 1, 2]) { $1("run \($0)").cancellable(id: 1, cancelInFlight: true) }
    #expect(result == ["run 2"])
  }

  @Test func ofOneMergeTheLastListedSurvives() async {
    let result = await survivors([0]) { _, run in
      .merge(["a", "b", "c"].map { run($0).cancellable(id: 1, cancelInFlight: true) })
    }
    #expect(result == ["c"])
  }

  @Test func cancelInFlightDoesNotKillItselfWhenNestedWithTheSameID() async {
    let result = await survivors([0]) {
      $1("run").cancellable(id: 1, cancelInFlight: true).cancellable(id: 1, cancelInFlight: true)
    }
    #expect(result == ["run"])
  }

  @Test func cancelInFlightDoesNotKillTheStagesOfItsOwnConcatenation() async {
    let result = await survivors([0]) { _, run in
      .concatenate(["a", "b", "c"].map { run($0).cancellable(id: 1, cancelInFlight: true) })
    }
    #expect(result == ["a", "b", "c"])
  }

  @Test(arguments: ["inner", "outer"]) func eitherOfTwoNestedIDsCancels(_ id: String) async {
    let result = await survivors([0, 1]) {
      $0 == 0 ? $1("run").cancellable(id: "inner").cancellable(id: "outer") : .cancel(id: id)
    }
    #expect(result == [])
  }

  @Test func aCancelReachesAllOfAMerge() async {
    let result = await survivors([0, 1]) {
      $0 == 0 ? .merge($1("a"), $1("b")).cancellable(id: 1).merge(with: $1("c")) : .cancel(id: 1)
    }
    #expect(result == ["c"])
  }

  @Test func aCancelThatIsBuiltAndDroppedDoesNothing() async {
    let result = await survivors([0, 1]) {
      guard $0 == 0 else {
        _ = Effect<Int>.cancel(id: 1)
        return .none
      }
      return $1("run").cancellable(id: 1)
    }
    #expect(result == ["run"])
  }

  @Test func aSynchronousActionUnderAnIDIsSentAndLeavesNothingBehind() {
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { state, action in
        state += action
        return action > 1 ? .send(action - 1).cancellable(id: 1, cancelInFlight: true) : .none
      }
    }
    store.send(3)
    #expect(store.withState { $0 } == 6)
    #expect(store.core.hub.cancellations.isEmpty)
  }

  @Test func tenThousandConcurrentRegistrationsAndCancellationsLeaveNothing() async {
    let registry = CancellationRegistry()
    await withDiscardingTaskGroup { group in
      for index in 0..<10_000 {
        group.addTask {
          let id = CancelID(index % 7)
          let scope = RegisteredScope(parent: nil, in: registry, id: id, path: nil, reduction: index)
          scope.enter()
          scope.register()
          if index.isMultiple(of: 3) { registry.cancel(id: id, in: nil) }
          _ = scope.leave()
        }
      }
    }
    #expect(registry.isEmpty)
  }
}
