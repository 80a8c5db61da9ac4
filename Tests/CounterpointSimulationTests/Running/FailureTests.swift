@testable import CounterpointSimulation
import CounterpointTestSupport
import Foundation
import IssueReporting
import StateSharing
import Testing

@Suite struct FailureTests {
  private struct Broken: Error {}

  @Test func anErrorOfAProgramFailsTheSeed() async throws {
    let found = try await failure(seeds: 5...9) { world in
      world.machine("shop") {
        try await Task.sleep(for: .seconds(3))
        if world.seed == 7 { throw Broken() }
      }
      await world.run(for: .seconds(10))
    }
    #expect(found.seed == 7)
    #expect(found.seedCount == 3)
    #expect("\(found)".contains("With seed 7 (the 3rd that was tried), a simulation has failed."), "\(found)")
    #expect("\(found)".contains("The program of 'shop' has thrown an error: Broken()"), "\(found)")
    #expect("\(found)".contains("    3.000 s  shop  has thrown an error: Broken()"), "\(found)")
  }

  /// Another error of the same program is another failure, also if fewer choices lead to it.
  @Test func aShrunkFailureHasTheSameError() async throws {
    struct Other: Error {}
    var names: Set<String> = []
    for seed in 1...20 {
      let thrown = Recorder<String>()
      let found = try await failure(seeds: [seed]) { world in
        world.machine("shop") {
          let error: any Error = world.choose(below: 2) == 1 ? Broken() : Other()
          thrown.note("\(error)")
          throw error
        }
        await world.run(for: .seconds(1))
      }
      #expect("\(found)".contains("has thrown an error: \(thrown.entries[0])"), "\(found)")
      names.insert(thrown.entries[0])
    }
    #expect(names.count == 2)
  }

  /// A global variable decides, which the seed does not know.
  @Test func aFailureThatIsNotRepeatedIsNotShrunk() async throws {
    let runs = Recorder<Int>()
    let found = try await failure(seeds: [3]) { world in
      runs.note(1)
      try world.expect("it holds", runs.entries.count != 1)
    }
    let start =
      "With seed 3 (the 1st that was tried), a simulation has failed, and has not failed in this way when it was repeated"
    #expect("\(found)".hasPrefix(start), "\(found)")
    #expect("\(found)".hasSuffix("It does not hold: it holds."), "\(found)")
    #expect(runs.entries.count == 2)
  }

  /// The last states of the machines.
  @Test func aFailureSaysWhatItsMachinesDid() async throws {
    let found = try await failure(seeds: [1]) { world in
      let shop = world.machine("shop") {
        let count = Shared(wrappedValue: 0, .fileStorage(URL(fileURLWithPath: "/data/count.json")))
        count.withLock { $0 = 12 }
        try await count.save()
        try await Task.sleep(for: .seconds(100))
      }
      let (paused, off) = (
        world.machine("paused") { try await Task.sleep(for: .seconds(100)) }, world.machine("off") {}
      )
      world.machine("ended") {}
      await world.run(for: .seconds(1))
      shop.kill()
      shop.restart()
      paused.pause()
      off.restart()
      off.crash()
      await world.run(for: .seconds(1))
      try world.expect("nothing holds", false)
    }
    let states = """
      Its machines at the end:

        shop runs, has started 2 times; on its disk: /data/count.json (2 bytes)
        paused is paused
        off is off, has started 2 times
        ended has ended
      """
    #expect("\(found)".contains(states), "\(found)")
  }

  @Test func anIssueOfAProgramFailsTheSeed() async throws {
    let found = try await failure(seeds: [1]) { world in
      world.machine("shop") { reportIssue("The shelf is empty") }
      await world.run(for: .seconds(1))
    }
    #expect("\(found)".contains("'shop' has reported an issue at"), "\(found)")
    #expect("\(found)".contains("The shelf is empty"), "\(found)")
  }

  @Test func anErrorOfTheStoryFailsTheSeed() async throws {
    let found = try await failure(seeds: [1]) { _ in throw Broken() }
    #expect("\(found)".contains("The story has thrown an error: Broken()"), "\(found)")
  }

  @Test func anInvariantIsCheckedAtEachQuietMoment() async throws {
    let found = try await failure(seeds: [1]) { world in
      let count = Recorder<Int>()
      world.invariant("the count is below 3") { count.entries.count < 3 }
      world.machine("shop") {
        for number in 0..<10 {
          try await Task.sleep(for: .seconds(1))
          count.note(number)
        }
      }
      await world.run(for: .seconds(100))
    }
    #expect(found.expectation == "the count is below 3")
    #expect("\(found)".contains("    3.000 s  story  broken: the count is below 3"), "\(found)")
  }

  @Test func aFailureIsShrunk() async throws {
    let found = try await failure(seeds: 1...200) { world in
      let presses = Recorder<Int>()
      for name in ["a", "b", "c"] {
        world.machine(name) {
          for _ in 0..<20 {
            try await Task.sleep(for: .milliseconds(100))
            if world.choose(below: 4) == 3 {
              world.note("presses")
              presses.note(1)
            }
          }
        }
      }
      await world.run(for: .seconds(5))
      try world.expect("there are at most 12 presses", presses.entries.count <= 12)
    }
    #expect(found.expectation == "there are at most 12 presses")
    // Each press needs one choice, and no other choice is left.
    #expect("\(found)".contains("The run with 13 of"), "\(found)")
    #expect("\(found)".components(separatedBy: "  presses").count - 1 == 13, "\(found)")
  }

  @Test func aFailureIsShrunkToTheMachinesThatItNeeds() async throws {
    let found = try await failure(seeds: 1...20) { world in
      let presses = Recorder<Int>()
      let machines = (1...8).filter { world.includes("m\($0)") }.map { number in
        world.machine("m\(number)") {
          for _ in 0..<20 {
            try await Task.sleep(for: .milliseconds(100))
            if world.choose(below: 4) == 3 { presses.note(number) }
          }
        }
      }
      world.faults = [.pause(machines, every: .milliseconds(500))]
      await world.run(for: .seconds(5))
      try world.expect("m5 presses at most 3 times", presses.entries.count { $0 == 5 } <= 3)
    }
    #expect(found.expectation == "m5 presses at most 3 times")
    #expect("\(found)".contains("  m5     starts"), "\(found)")
    // Its presence, and its presses.
    #expect("\(found)".contains("The run with 5 of"), "\(found)")
    for number in [1, 2, 3, 4, 6, 7, 8] { #expect(!"\(found)".contains("m\(number) "), "\(found)") }
  }

  @Test func anIssueThatAFaultExplainsIsNoFailure() async throws {
    let story: @Sendable (World) async throws -> Void = { world in
      world.allowIssues { $0.contains("shelf") }
      world.machine("shop") {
        reportIssue("The shelf is empty")
        if world.seed == 2 { reportIssue("The shop burns") }
      }
      await world.run(for: .seconds(1))
    }
    try await simulate(seeds: [1], story)
    let found = try await failure(seeds: [2], story)
    #expect("\(found)".contains("shop  has reported an issue: The shelf is empty"), "\(found)")
    #expect("\(found)".contains("The shop burns"), "\(found)")
  }

  @Test func theReportCountsOrdersAndCombinationsOfFaults() async throws {
    let alone = try await simulate(seeds: 1...20) { world in await world.run(for: .seconds(1)) }
    #expect(alone.orderCount == 1)
    #expect(alone.faultCombinationCount == 1)
    #expect("\(alone)".hasPrefix("20 seeds, 20.0 seconds of virtual time"), "\(alone)")

    let beside = try await simulate(seeds: 1...20) { world in
      let machines = (1...3).map { number in
        world.machine("m\(number)") {
          for _ in 0..<5 { try await Task.sleep(for: .milliseconds(100)) }
        }
      }
      world.faults = [.pause(machines, every: .milliseconds(500)), .kill(machines, every: .seconds(1))]
      await world.run(for: .seconds(1))
    }
    #expect(beside.orderCount > 10, "\(beside)")
    #expect((2...4).contains(beside.faultCombinationCount), "\(beside)")
  }

  @Test(arguments: [("17", 17...17), ("1...100", 1...100), ("-3...-3", -3 ... -3)])
  func theEnvironmentGivesSeeds(text: String, seeds: ClosedRange<Int>) throws {
    #expect(try SeedRange(text).seeds.map(\.description) == seeds.map { "\($0)" })
  }

  @Test func theEnvironmentGivesTheSeedsOfOneRun() throws {
    #expect(try SeedRange("17,830:42").seeds.map(\.description) == ["17,830:42"])
  }

  @Test(arguments: [
    "", "many", "1..<5", "5...1", "1...", "1...2...3", "99999999999999999999", "17,", "17,42", "17,9:1,9:2",
  ])
  func textsThatAreNoSeedsAreRefused(text: String) {
    #expect { try SeedRange(text) } throws: { error in
      let start = "SIMULATION_SEEDS is '\(text)'. Set it to a seed such as '17'"
      return "\(error)" == "\(start), to those of one run such as '17,830:42', or to a range such as '1...100'."
    }
  }
}
