import Counterpoint
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

  /// Tasks are canceled, and observers are called, in an order of their own: those of addresses differ in each run.
  @Test func ordersDoNotDependOnAddresses() async throws {
    var orders: Set<String> = []
    for run in 1...20 {
      // Other addresses in each run.
      let objects = (0..<(run * 7)).map { _ in Recorder<Int>() }
      let steps = Recorder<String>()
      try await simulate(seeds: [1]) { world in
        steps.note("start")
        world.machine("m") { @MainActor in
          let store = Store(initialState: 0) {
            Reduce<Int, Bool> { _, isStarted in
              guard isStarted else { return .cancel(id: "all") }
              return .merge((0..<9).map { number in wait(number, steps) }).cancellable(id: "all")
            }
          }
          store.send(true)
          try await Task.sleep(for: .seconds(1))
          store.send(false)
          let values = (0..<9).map { _ in Shared(wrappedValue: 0, .appStorage("count")) }
          let observations = values.enumerated().map { number, value in
            value.publisher.dropFirst().sink { _ in steps.note("value \(number)") }
          }
          values[0].withLock { $0 = 1 }
          try await Task.sleep(for: .seconds(1))
          withExtendedLifetime(observations) {}
        }
        await world.run(for: .seconds(5))
      }
      orders.formUnion(steps.entries.split(separator: "start").map { $0.joined(separator: ", ") })
      withExtendedLifetime(objects) {}
    }
    #expect(orders.count == 1, "\(orders)")
  }
}

private func wait(_ number: Int, _ steps: Recorder<String>) -> Effect<Bool> {
  .run { _ in
    try await withTaskCancellationHandler {
      try await Task.sleep(for: .seconds(100))
    } onCancel: {
      steps.note("cancel \(number)")
    }
  }
}
