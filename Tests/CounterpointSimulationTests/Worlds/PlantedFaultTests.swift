import CounterpointSimulation
import CounterpointTestSupport
import StateSharing
import Testing

/// Faults that are planted into the file system of the simulated programs are found, with few seeds.
@Suite struct PlantedFaultTests {
  /// Returns the failure that a planted fault causes.
  private func failure(of fault: PlantedFault, seeds: ClosedRange<Int>) async throws -> SimulationFailure {
    try await CounterpointSimulationTests.failure(seeds: seeds) { world in
      let cards = Cards()
      let first = world.machine("shop 1", replacingFiles: { PlantedFiles($0, fault) }) {
        try await cards.add(mode: .transactional, every: .milliseconds(30))
      }
      let second = world.machine("shop 2", beside: first, replacingFiles: { PlantedFiles($0, fault) }) {
        try await cards.add(mode: .transactional, every: .milliseconds(50))
      }
      // The folder of the file is there, and durable.
      await world.run(for: .milliseconds(500))
      world.faults = [.crashAtCalls([first, second]), .crash([first, second])]
      for _ in 0..<6 {
        await world.run(for: .milliseconds(500))
        let damage = cards.damage(on: first.disk)
        if let damage { world.note(damage) }
        try world.expect("no acknowledged card is lost or doubled", damage == nil)
      }
    }
  }

  @Test(arguments: PlantedFault.allCases) func aPlantedFaultIsFound(fault: PlantedFault) async throws {
    let found = try await failure(of: fault, seeds: 1...40)
    #expect(found.expectation == "no acknowledged card is lost or doubled", "\(found)")
    #expect(found.seedCount <= 40)
  }
}
