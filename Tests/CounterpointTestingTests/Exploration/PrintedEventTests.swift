import Counterpoint
import CounterpointTestSupport
import CounterpointTesting
import IssueReporting
import Testing

/// A printed test fails because of the failure that was found, whatever events lead to it.
@Suite struct PrintedEventTests {
  @Test func anEffectAfterTime() async throws {
    func run(isFixed: Bool) async throws -> ExplorationReport<GhostTicks.Action> {
      try await explored {
        await explore(
          GhostTicks.State(),
          depth: 6,
          invariants: [.always("nothing ticks after a stop") { $0.ghosts == 0 }]
        ) { state in
          state.isOn ? [.stopTapped] : [.startTapped]
        } reducer: {
          GhostTicks(isFixed: isFixed)
        } withDependencies: {
          $0.continuousClock = TestClock()
        }
      }
    }
    let report = try await run(isFixed: false)
    #expect(report.counterexample?.steps == [.send, .send, .time, .effect(1)])
    let issues = try await expectPrinted(report, "ghostTicks") { await PrintedTests.ghostTicks() }
    #expect(issues.count == 1)
    #expect("\(issues)".contains("nothing ticks after a stop"))
    #expect(try await run(isFixed: true).counterexample == nil)
  }

  /// Two tasks wake at the same time, and the one that fell asleep last sends first.
  @Test func theOrderOfTwoTasksThatWake() async throws {
    func run(isFixed: Bool) async throws -> ExplorationReport<TwoAlarms.Action> {
      try await explored {
        await explore(
          TwoAlarms.State(),
          depth: 5,
          invariants: [.always("the first alarm is the first") { $0.rung.first != "second" }]
        ) { state in
          state.isSet ? [] : [.setTapped]
        } reducer: {
          TwoAlarms(isFixed: isFixed)
        } withDependencies: {
          $0.continuousClock = TestClock()
        }
      }
    }
    let report = try await run(isFixed: false)
    #expect(report.counterexample?.steps == [.send, .time, .effect(2)])
    let issues = try await expectPrinted(report, "twoAlarms") { await PrintedTests.twoAlarms() }
    #expect(issues.count == 1)
    #expect("\(issues)".contains("the first alarm is the first"))
    #expect(try await run(isFixed: true).counterexample == nil)
  }

  @Test func anEffectOfTheInitialState() async throws {
    func run(isFixed: Bool) async throws -> ExplorationReport<BrokenAtStart.Action> {
      try await explored {
        await explore(
          BrokenAtStart.State(),
          depth: 4,
          invariants: [.always("nothing is broken") { $0.count == 0 }]
        ) { _ in
          [.tapped]
        } reducer: {
          BrokenAtStart(isFixed: isFixed)
        }
      }
    }
    let report = try await run(isFixed: false)
    #expect(report.counterexample?.steps == [.effect(1)])
    let issues = try await expectPrinted(report, "brokenAtStart") { await PrintedTests.brokenAtStart() }
    #expect(issues.count == 1)
    #expect("\(issues)".contains("nothing is broken"))
    #expect(try await run(isFixed: true).counterexample == nil)
  }

  /// The initial state is a state, so it must have the properties, and its issues are found.
  @Test func theInitialState() async throws {
    let state = try await explored {
      await explore(
        BrokenAtStart.State(count: 1),
        depth: 4,
        invariants: [.always("nothing is broken") { $0.count == 0 }]
      ) { _ in
        [.tapped]
      } reducer: {
        BrokenAtStart(isFixed: true)
      }
    }
    #expect(state.counterexample?.steps == [])
    let issue = try await explored {
      await explore(BrokenAtStart.State(), depth: 4) { _ in
        [.tapped]
      } reducer: {
        EmptyReducer<BrokenAtStart.State, BrokenAtStart.Action>().onMount { _ in
          reportIssue("The program is not ready.")
          return .none
        }
      }
    }
    #expect(issue.counterexample?.kind == .issue)
    #expect(issue.counterexample?.steps == [])
  }

  @Test func anActionOfTheLibrary() async throws {
    func run(isFixed: Bool) async throws -> ExplorationReport<CountedUndo.Action> {
      try await explored {
        await explore(
          CountedUndo.State(),
          depth: 3,
          invariants: [.always("nothing is undone") { $0.undone == 0 }]
        ) { state in
          state.history.canUndo ? [.history(.undo)] : [.edited("b")]
        } reducer: {
          CountedUndo(isFixed: isFixed)
        }
      }
    }
    let report = try await run(isFixed: false)
    #expect(report.counterexample?.actions == [.edited("b"), .history(.undo)])
    let issues = try await expectPrinted(report, "countedUndo") { await PrintedTests.countedUndo() }
    #expect(issues.count == 1)
    #expect("\(issues)".contains("nothing is undone"))
    #expect(try await run(isFixed: true).counterexample == nil)
  }

  /// An action that can't be written is taken from the closure that returns the actions.
  @Test func anActionThatCannotBeWritten() async throws {
    func run(isFixed: Bool) async throws -> ExplorationReport<SecretLogin.Action> {
      try await explored {
        await explore(
          SecretLogin.State(),
          depth: 3,
          invariants: [.always("nobody fails") { $0.failures == 0 }]
        ) { state in
          [.retry, .logIn(SecretLogin.Password("wrong"))]
        } reducer: {
          SecretLogin(isFixed: isFixed)
        }
      }
    }
    let report = try await run(isFixed: false)
    let issues = try await expectPrinted(report, "secretLogin") { await PrintedTests.secretLogin() }
    #expect(issues.count == 1)
    #expect("\(issues)".contains("nobody fails"))
    #expect(try await run(isFixed: true).counterexample == nil)
  }

  /// In a fixed feature, a step that has become impossible is passed over, so that the later ones are performed.
  @Test func aStepThatIsImpossible() async {
    await withOrder([.send, .answer(1, 0), .effect(2), .rest]) {
      let store = TestStore(initialState: TwoAlarms.State()) {
        TwoAlarms()
      } withDependencies: {
        $0.continuousClock = ImmediateClock()
      }
      await store.send(.setTapped) { $0.isSet = true }
      await store.receive(\.rang, "second") { $0.rung = ["second"] }
      await store.receive(\.rang, "first") { $0.rung = ["second", "first"] }
    }
  }
}
