import Counterpoint
import CounterpointRecording
@_spi(Internals) import CounterpointSupport
import CounterpointTestSupport
@testable import CounterpointTesting
import Foundation
import IssueReporting
import Testing

/// Each planted fault is found at its known depth, and its printed test fails. Without the fault nothing is found.
@Suite struct ExploreTests {
  private func lateAnswer(
    isFixed: Bool,
    depth: Int = 6,
    strategy: ExplorationStrategy = .exhaustive,
    budget: ExplorationBudget = ExplorationBudget(time: .seconds(100_000))
  ) async throws -> ExplorationReport<LateAnswer.Action> {
    try await explored {
      await explore(
        LateAnswer.State(),
        depth: depth,
        strategy: strategy,
        budget: budget,
        invariants: [.always("results fit the query") { $0.fits }]
      ) { _ in
        [.queryChanged("a"), .queryChanged("b")]
      } reducer: {
        LateAnswer(isFixed: isFixed)
      } withDependencies: {
        $0[QueryClient.self] = .explored
      }
    }
  }

  @Test func aLateAnswer() async throws {
    let report = try await lateAnswer(isFixed: false)
    #expect(report.counterexample?.kind == .invariant)
    #expect(report.counterexample?.steps == [.send, .send, .answer(1, 0)])
    #expect(report.counterexample?.actions == [.queryChanged("a"), .queryChanged("b")])
    try await expectPrinted(report, "lateAnswer") { await PrintedTests.lateAnswer() }
    #expect(try await lateAnswer(isFixed: true).summary == "11 states, all that can be reached, in 3 steps or less")
  }

  /// Features, properties and tests may be isolated to the main actor.
  @MainActor @Test func explorationStaysOnTheActorOfItsCaller() async {
    let report = await explore(
      LateAnswer.State(),
      depth: 3,
      invariants: [
        .always("it is on the main actor") { _ in
          MainActor.assertIsolated()
          return true
        }
      ]
    ) { _ in
      MainActor.assertIsolated()
      return [.queryChanged("a")]
    } reducer: {
      LateAnswer(isFixed: true)
    } withDependencies: {
      $0[QueryClient.self] = .explored
    }
    #expect(report.runs > 3)
  }

  @MainActor @Test func operationsStayOnTheActorOfTheirCaller() async {
    var actors: [(any Actor)?] = []
    await withOrder([.rest]) { await noteActor(in: &actors) }
    await withSchedules(1...2) { await noteActor(in: &actors) }
    #expect(actors.count == 3)
    #expect(actors.allSatisfy { $0 === MainActor.shared })
  }

  // The optimizer of Swift 6.3.1 crashes if it copies the function into its caller.
  @inline(never)
  private nonisolated(nonsending) func noteActor(in actors: inout [(any Actor)?]) async { actors.append(#isolation) }

  @Test func aCounterexampleIsWrittenAsARecording() async throws {
    let counterexample = try #require(try await lateAnswer(isFixed: false).counterexample)
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).recording.jsonl")
    defer { try? FileManager.default.removeItem(at: file) }
    try counterexample.write(to: file)
    let result = Replay(try Recording(contentsOf: file)) { LateAnswer() }.run()
    #expect(result.divergence == nil)
    #expect(result.steps.map(\.action) == [.queryChanged("a"), .queryChanged("b"), .response("results of a")])
    #expect(result.state?.fits == false)
  }

  @Test func aLateAnswerByChance() async throws {
    let report = try await lateAnswer(isFixed: false, depth: 20, strategy: .random(seed: 1, runs: 100))
    #expect(report.counterexample?.steps == [.send, .send, .answer(1, 0)])
    let again = try await lateAnswer(isFixed: false, depth: 20, strategy: .random(seed: 1, runs: 100))
    #expect(again.runs == report.runs)
    let fixed = try await lateAnswer(isFixed: true, depth: 20, strategy: .random(seed: 1, runs: 100))
    #expect(fixed.summary == "100 random runs with seed 1")
  }

  @Test func limits() async throws {
    let states = try await lateAnswer(isFixed: true, budget: ExplorationBudget(states: 5))
    #expect(states.summary == "stopped by the limit of 5 states after 5 states at depth 1")
    let memory = try await lateAnswer(isFixed: true, budget: ExplorationBudget(memory: 100))
    #expect(memory.summary == "stopped by the limit of 100 bytes after 3 states at depth 1")
    let time = try await lateAnswer(isFixed: true, budget: ExplorationBudget(time: .zero))
    #expect(time.summary == "stopped by the limit of 0.0 seconds after 1 state at depth 0")
  }

  @Test func aDoublePush() async throws {
    func run(isFixed: Bool) async throws -> ExplorationReport<DoublePush.Action> {
      try await explored {
        await explore(
          DoublePush.State(),
          depth: 5,
          invariants: [.always("there is one second screen") { $0.path.count < 3 }]
        ) { state in
          let first = state.path.ids.prefix(1).map { DoublePush.Action.path(.element(id: $0, action: .nextTapped)) }
          return first.isEmpty ? [.startTapped] : first
        } reducer: {
          DoublePush(isFixed: isFixed)
        }
      }
    }
    let report = try await run(isFixed: false)
    #expect(report.counterexample?.steps == [.send, .send, .send])
    try await expectPrinted(report, "doublePush") { await PrintedTests.doublePush() }
    #expect(try await run(isFixed: true).summary == "3 states, all that can be reached, in 2 steps or less")
  }

  @Test func aLostCancellation() async throws {
    func run(isFixed: Bool) async throws -> ExplorationReport<LostCancellation.Action> {
      try await explored {
        await explore(
          LostCancellation.State(),
          depth: 7,
          invariants: [.always("nothing loads after a cancellation") { !$0.wasCanceled || $0.text == nil }]
        ) { state in
          state.isLoading ? [.cancelTapped] : [.startTapped]
        } reducer: {
          LostCancellation(isFixed: isFixed)
        } withDependencies: {
          $0[QueryClient.self] = .explored
        }
      }
    }
    let report = try await run(isFixed: false)
    #expect(report.counterexample?.steps == [.send, .send, .answer(1, 0)])
    try await expectPrinted(report, "lostCancellation") { await PrintedTests.lostCancellation() }
    #expect(try await run(isFixed: true).summary == "5 states, all that can be reached, in 2 steps or less")
  }

  @Test func aRaceOfTwoEffects() async throws {
    func run(isFixed: Bool) async throws -> ExplorationReport<Race.Action> {
      try await explored {
        await explore(
          Race.State(),
          depth: 7,
          invariants: [.always("the newest headline stays") { $0.arrived < 2 || $0.headline == "It rains" }]
        ) { state in
          state.hasAppeared ? [] : [.appeared]
        } reducer: {
          Race(isFixed: isFixed)
        }
      }
    }
    let report = try await run(isFixed: false)
    #expect(report.counterexample?.steps == [.send, .effect(2), .effect(1)])
    try await expectPrinted(report, "race") { await PrintedTests.race() }
    let fixed = try await run(isFixed: true)
    #expect(fixed.counterexample == nil)
    #expect(fixed.summary.hasSuffix("all that can be reached, in 3 steps or less"))
  }

  @Test func anEffectWithoutEnd() async throws {
    func run(isFixed: Bool) async throws -> ExplorationReport<Endless.Action> {
      try await explored {
        await explore(Endless.State(), depth: 7) { _ in
          [.toggled]
        } reducer: {
          Endless(isFixed: isFixed)
        } withDependencies: {
          $0.continuousClock = TestClock()
        }
      }
    }
    let report = try await run(isFixed: false)
    #expect(report.counterexample?.kind == .endlessEffect)
    try await expectPrinted(report, "endless") { await PrintedTests.endless() }
    #expect(try await run(isFixed: true).summary == "8 states, all to depth 7")
  }

  @Test func anAnswerThatNeverComes() async throws {
    let report = try await explored {
      await explore(Waiting.State(), depth: 7) { state in
        state.hasBegun ? [] : [.began]
      } reducer: {
        Waiting()
      }
    }
    #expect(report.counterexample?.kind == .deadlock)
    #expect(report.counterexample?.message.contains("of '.began'") == true)
    #expect(report.counterexample?.test.contains("await store.finish()") == true)
  }

  @Test func aReportedIssue() async throws {
    let report = try await explored {
      await explore(LostCancellation.State(), depth: 3) { _ in
        [.startTapped]
      } reducer: {
        LostCancellation()
      } withDependencies: {
        $0[QueryClient.self].load = { query in
          reportIssue("There is no \(query).")
          return query
        }
      }
    }
    #expect(report.counterexample?.kind == .issue)
    #expect(report.counterexample?.message == "There is no file.")
    #expect(report.counterexample?.steps == [.send])
  }

  @Test func statesAreToldApartByWhatTheirComparisonSees() async throws {
    let report = try await explored {
      await explore(
        CoarseHash.State(),
        depth: 5,
        invariants: [.always("at most two") { $0.items[0].count <= 2 }]
      ) { _ in
        [.tapped]
      } reducer: {
        CoarseHash()
      }
    }
    #expect(report.counterexample?.kind == .invariant, "\(report.summary)")
    #expect(Fingerprint(of: Data(repeating: 1, count: 100)) != Fingerprint(of: Data(repeating: 1, count: 99) + [2]))
    #expect(Fingerprint(of: [1: "a", 2: "b"]) == Fingerprint(of: [2: "b", 1: "a"]))
    let items = [0, 1].map { AnyHashable(CoarseHash.Item(id: 1, count: $0)) }
    #expect(Fingerprint(of: items[0]) != Fingerprint(of: items[1]))
  }

  @Test func randomRunsFindAnAnswerThatNeverComes() async throws {
    let report = try await explored {
      await explore(Waiting.State(), depth: 7, strategy: .random(seed: 1, runs: 20)) { state in
        state.hasBegun ? [] : [.began]
      } reducer: {
        Waiting()
      }
    }
    #expect(report.counterexample?.kind == .deadlock, "\(report.summary)")
  }

  @Test func randomRunsSayThatTimeHasStoppedThem() async throws {
    let report = try await lateAnswer(
      isFixed: true,
      strategy: .random(seed: 1, runs: 20),
      budget: ExplorationBudget(time: .zero)
    )
    #expect(report.summary == "0 random runs with seed 1, stopped by the limit of 0.0 seconds")
  }
}
