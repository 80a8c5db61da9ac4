import Counterpoint
import CounterpointSupport
import CounterpointTestSupport
import CounterpointTesting
import Testing

@Suite struct ExploreTests {
  private func lateAnswer(
    isFixed: Bool,
    depth: Int = 6,
    strategy: ExplorationStrategy = .exhaustive
  ) async -> ExplorationReport<LateAnswer.Action> {
    await explore(
      LateAnswer.State(),
      depth: depth,
      strategy: strategy,
      invariants: [.always("results fit the query") { $0.fits }]
    ) { _ in
      [.queryChanged("a"), .queryChanged("b")]
    } reducer: {
      LateAnswer(isFixed: isFixed)
    } withDependencies: {
      $0[QueryClient.self] = .explored
    }
  }

  @Test func findsALateAnswer() async throws {
    let (report, messages) = await explored { await lateAnswer(isFixed: false) }
    print(report.summary, report.runs, messages)
  }
  @Test func fixedLate() async throws {
    let (report, messages) = await explored { await lateAnswer(isFixed: true) }
    print(report.summary, report.runs, messages)
  }
  @Test func randomLate() async throws {
    let (report, messages) = await explored { await lateAnswer(isFixed: false, depth: 20, strategy: .random(seed: 1, runs: 100)) }
    print(report.summary, report.runs, messages)
  }
  @Test(arguments: [false, true]) func push(isFixed: Bool) async throws {
    let (report, messages) = await explored {
      await explore(DoublePush.State(), depth: 5, invariants: [.always("there is one second screen") { $0.path.count < 3 }]) { state in
        (state.path.isEmpty ? [.startTapped] : []) + state.path.ids.map { .path(.element(id: $0, action: .nextTapped)) }
      } reducer: {
        DoublePush(isFixed: isFixed)
      }
    }
    print(report.summary, report.runs, messages)
  }
  @Test(arguments: [false, true]) func cancel(isFixed: Bool) async throws {
    let (report, messages) = await explored {
      await explore(LostCancellation.State(), depth: 7, invariants: [.always("nothing loads after a cancellation") { !$0.wasCanceled || $0.text == nil }]) { state in
        state.isLoading ? [.cancelTapped] : [.startTapped]
      } reducer: {
        LostCancellation(isFixed: isFixed)
      } withDependencies: {
        $0[QueryClient.self] = .explored
      }
    }
    print(report.summary, report.runs, messages)
  }
  @Test(arguments: [false, true]) func race(isFixed: Bool) async throws {
    let (report, messages) = await explored {
      await explore(Race.State(), depth: 7, invariants: [.always("the newest headline stays") { $0.arrived < 2 || $0.headline == "It rains" }]) { state in
        state.arrived == 0 ? [.appeared] : []
      } reducer: {
        Race(isFixed: isFixed)
      }
    }
    print(report.summary, report.runs, messages)
  }
  @Test(arguments: [false, true]) func endless(isFixed: Bool) async throws {
    let (report, messages) = await explored {
      await explore(Endless.State(), depth: 7) { _ in
        [.toggled]
      } reducer: {
        Endless(isFixed: isFixed)
      } withDependencies: {
        $0.continuousClock = TestClock()
      }
    }
    print(report.summary, report.runs, messages)
  }
  @Test func waits() async throws {
    let (report, messages) = await explored {
      await explore(Waiting.State(), depth: 7) { state in
        state.hasBegun ? [] : [.began]
      } reducer: {
        Waiting()
      }
    }
    print(report.summary, report.runs, messages)
  }

  /// Returns the report of an exploration, and the messages of its failures.
  private nonisolated(nonsending) func explored<Action>(
    _ explore: nonisolated(nonsending) () async -> ExplorationReport<Action>
  ) async -> (ExplorationReport<Action>, [String]) {
    var report = ExplorationReport<Action>?.none
    let messages = await issues { report = await explore() }.map(\.message)
    return (report!, messages)
  }
}
