import CounterpointSimulation
import CounterpointTestSupport
import Foundation
import StateSharing
import Testing

@Suite struct RepeatabilityTests {
  private func report(_ seeds: ClosedRange<Int>) async throws -> SimulationReport {
    try await simulate(seeds: seeds) { world in
      let cards = Cards()
      let first = world.machine("a") { try await cards.add(mode: .transactional, every: .milliseconds(40)) }
      let second = world.machine("b", beside: first) {
        try await cards.add(mode: .transactional, every: .milliseconds(70))
      }
      world.faults = [.crash([first]), .kill([second]), .pause([first, second])]
      await world.run(for: .seconds(5))
    }
  }

  @Test func aSeedHasOneTrace() async throws {
    let (first, second) = try await (report(1...5), report(1...5))
    #expect(first == second)
    #expect(first.runCount == 5)
    #expect(first.time >= .seconds(25) && first.time < .seconds(26))
  }

  @Test func seedsDiffer() async throws {
    let (first, second) = try await (report(1...1), report(2...2))
    #expect(first.hash != second.hash)
  }

  @Test func anotherSeedFindsAnotherOrder() async throws {
    let orders = Recorder<String>()
    try await simulate(seeds: 1...40) { world in
      let steps = Recorder<String>()
      await withTaskGroup(of: Void.self) { group in
        for name in ["a", "b", "c"] { group.addTask { steps.note(name) } }
      }
      orders.note(steps.entries.joined())
    }
    #expect(Set(orders.entries).count > 3)
  }

  @Test func simulationsRunBesideOneAnother() async throws {
    let alone = try await report(3...4)
    let reports = try await withThrowingTaskGroup(of: SimulationReport.self) { group in
      for _ in 0..<4 { group.addTask { try await report(3...4) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(reports == [alone, alone, alone, alone])
  }
}
