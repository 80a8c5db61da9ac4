@testable import CounterpointCore
import Testing

@Suite struct StoreMachineTests {
  typealias Machine = StoreMachine<Int>

  private func name(_ acceptance: Machine.Acceptance) -> String {
    switch acceptance {
    case .reduce(let action): "reduce \(action)"
    case .wait: "wait"
    case .waitAndReport: "report"
    }
  }

  private func name(_ step: Machine.Step) -> String {
    switch step {
    case .reduce(let action): "reduce \(action)"
    case .tell: "tell"
    case .rest: "rest"
    }
  }

  @Test func oneActionGoesThroughAllPhases() {
    var machine = Machine()
    #expect(machine.phase == .idle)
    #expect(name(machine.send(1)) == "reduce 1")
    #expect(machine.phase == .reducing)
    machine.reduced()
    #expect(machine.phase == .draining)
    #expect(name(machine.next()) == "tell")
    #expect(machine.phase == .telling)
    #expect(name(machine.next()) == "rest")
    #expect(machine.phase == .idle)
    #expect(name(machine.send(2)) == "reduce 2")
  }

  @Test func whatIsSentWhileReducingWaitsAndIsReported() {
    var machine = Machine()
    _ = machine.send(1)
    #expect(name(machine.send(2)) == "report")
    #expect(machine.phase == .reducing)
    machine.reduced()
    #expect(name(machine.next()) == "reduce 2")
    #expect(machine.phase == .reducing)
  }

  @Test func whatIsSentWhileDrainingIsReducedInOrderBeforeAnybodyIsTold() {
    var machine = Machine()
    _ = machine.send(1)
    machine.reduced()
    #expect(name(machine.send(2)) == "wait")
    #expect(name(machine.send(3)) == "wait")
    #expect(name(machine.next()) == "reduce 2")
    machine.reduced()
    #expect(name(machine.send(4)) == "wait")
    #expect(name(machine.next()) == "reduce 3")
    machine.reduced()
    #expect(name(machine.next()) == "reduce 4")
    machine.reduced()
    #expect(name(machine.next()) == "tell")
  }

  @Test func whatIsSentWhileTellingIsReducedAndToldAgain() {
    var machine = Machine()
    _ = machine.send(1)
    machine.reduced()
    _ = machine.next()
    #expect(name(machine.send(2)) == "wait")
    #expect(machine.phase == .telling)
    #expect(name(machine.next()) == "reduce 2")
    machine.reduced()
    #expect(name(machine.next()) == "tell")
    #expect(name(machine.next()) == "rest")
  }

  @Test func aReductionThatEndsWithoutBeginningTraps() async throws {
    let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var machine = StoreMachine<Int>()
      machine.reduced()
    }
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(text.contains("A reduction ended while the store was idle"))
  }

  @Test func lookingForTheNextStepWhileReducingTraps() async throws {
    let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var machine = StoreMachine<Int>()
      _ = machine.send(1)
      _ = machine.next()
    }
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(text.contains("next step while it was reducing"))
  }

  @Test func lookingForTheNextStepWhileIdleTraps() async {
    await #expect(processExitsWith: .failure) {
      var machine = StoreMachine<Int>()
      _ = machine.next()
    }
  }
}
