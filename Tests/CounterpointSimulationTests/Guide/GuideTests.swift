import CounterpointSimulation
import Foundation
import StateSharing
import Synchronization
import Testing

// The code of the module's page.

final class Visits: Sendable {
  let stored = Atomic(0)
}

func countVisits(_ count: Shared<Int>, in visits: Visits) async throws {
  while true {
    count.withLock { $0 += 1 }
    try await count.save()
    visits.stored.store(count.wrappedValue, ordering: .relaxed)
    try await Task.sleep(for: .milliseconds(500))
  }
}

@Suite struct GuideTests {
  @Test func noStoredVisitIsLost() async throws {
    try await simulate(seeds: 1...20) { world in
      let visits = Visits()
      let file = URL(fileURLWithPath: "/data/visits.json")
      let shop = world.machine("shop") {
        try await countVisits(Shared(wrappedValue: 0, .fileStorage(file)), in: visits)
      }
      world.faults = [.crash([shop]), .crashAtCalls([shop])]
      await world.run(for: .seconds(60))
      world.faults = []
      await world.run(for: .seconds(5))

      let count = shop.disk.contents(of: file.path).flatMap { Int(String(decoding: $0, as: UTF8.self)) }
      try world.expect("the shop runs", shop.isRunning)
      try world.expect("no stored visit is lost", count ?? 0 >= visits.stored.load(ordering: .relaxed))
    }
  }

  @Test func machinesTalk() async throws {
    let report = try await simulate(seeds: 1...20) { world in
      let server = world.machine("server") {
        for await connection in try world.network.listen(on: 80) {
          do {
            for try await message in connection.messages { try connection.send("you said \(message)") }
          } catch is NetworkError {
            // The client may ask again.
          }
        }
      }
      world.machine("client") {
        let connection = try? await world.network.connect(to: "server", port: 80)
        try? connection?.send("hello")
      }
      world.faults = [.partition([server]), .loseConnections([server])]
      await world.run(for: .seconds(1))
    }
    #expect(report.runCount == 20)
  }
}
