@testable import CounterpointCore
import Testing

@Suite struct StoreMachineTests {
  typealias Machine = StoreMachine

  private func name(_ acceptance: Machine.Acceptance) -> String {
    switch acceptance {
    case .reduce: "reduce"
    case .wait: "wait"
    case .waitAndReport: "report"
    case .waitForReader: "wait for the reader"
    }
  }

  private func name(_ step: Machine.Step) -> String {
    switch step {
    case .reduce: "reduce"
    case .tell: "tell"
    case .rest: "rest"
    }
  }

  @Test func oneActionGoesThroughAllPhases() {
    var machine = Machine()
    #expect(machine.phase == .idle)
    #expect(name(machine.send()) == "reduce")
    #expect(machine.phase == .reducing)
    machine.reduced()
    #expect(machine.phase == .draining)
    #expect(name(machine.next()) == "tell")
    #expect(machine.phase == .telling)
    #expect(name(machine.next()) == "rest")
    #expect(machine.phase == .idle)
    #expect(name(machine.send()) == "reduce")
  }

  @Test func whatIsSentWhileReducingWaitsAndIsReported() {
    var machine = Machine()
    _ = machine.send()
    #expect(name(machine.send()) == "report")
    #expect(machine.phase == .reducing)
    machine.reduced()
    #expect(name(machine.next()) == "reduce")
    #expect(machine.phase == .reducing)
  }

  @Test func whatAReaderSendsIsReducedAfterwards() {
    var machine = Machine()
    #expect(name(machine.send(isLent: true)) == "wait for the reader")
    #expect(machine.phase == .idle)
    machine.resume()
    #expect(name(machine.next()) == "reduce")
    // A busy store lends its state to its observers only.
    #expect(name(machine.send(isLent: true)) == "report")
    machine.reduced()
    #expect(name(machine.send(isLent: true)) == "wait")
  }

  @Test func whatIsSentWhileDrainingIsReducedInOrderBeforeAnybodyIsTold() {
    var machine = Machine()
    _ = machine.send()
    machine.reduced()
    #expect(name(machine.send()) == "wait")
    #expect(name(machine.send()) == "wait")
    #expect(name(machine.next()) == "reduce")
    machine.reduced()
    #expect(name(machine.send()) == "wait")
    #expect(name(machine.next()) == "reduce")
    machine.reduced()
    #expect(name(machine.next()) == "reduce")
    machine.reduced()
    #expect(name(machine.next()) == "tell")
  }

  @Test func whatIsSentWhileTellingIsReducedAndToldAgain() {
    var machine = Machine()
    _ = machine.send()
    machine.reduced()
    _ = machine.next()
    #expect(name(machine.send()) == "wait")
    #expect(machine.phase == .telling)
    #expect(name(machine.next()) == "reduce")
    machine.reduced()
    #expect(name(machine.next()) == "tell")
    #expect(name(machine.next()) == "rest")
  }

  @Test func aReductionThatEndsWithoutBeginningTraps() async throws {
    let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var machine = StoreMachine()
      machine.reduced()
    }
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(text.contains("A reduction ended while the store was idle"))
  }

  @Test func lookingForTheNextStepWhileReducingTraps() async throws {
    let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var machine = StoreMachine()
      _ = machine.send()
      _ = machine.next()
    }
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(text.contains("next step while it was reducing"))
  }

  @Test func lookingForTheNextStepWhileIdleTraps() async {
    await #expect(processExitsWith: .failure) {
      var machine = StoreMachine()
      _ = machine.next()
    }
  }
}
