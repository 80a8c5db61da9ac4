import CounterpointSimulation
import CounterpointTestSupport
import DependencyInjection
import Foundation
import StateSharing
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

@Suite struct MachineTests {
  @Test func aCrashEndsTheProgramWhereItIs() async throws {
    try await simulate(seeds: [1]) { world in
      let steps = Recorder<String>()
      let machine = world.machine("m") {
        steps.note("starts")
        defer { steps.note("ends") }
        try await Task.sleep(for: .seconds(5))
        steps.note("goes on")
      }
      await world.run(for: .seconds(1))
      machine.crash()
      await world.run(for: .seconds(10))
      try world.expect("nothing went on", !steps.entries.contains("goes on"))
      try world.expect("no cleanup has run", !steps.entries.contains("ends"))
      try world.expect("the machine is off", !machine.isRunning)
      machine.restart()
      await world.run(for: .seconds(10))
      try world.expect("it goes on after the second start", steps.entries.last == "ends")
    }
  }

  @Test func aProgramThatCrashesItsOwnMachineDoesNotGoOn() async throws {
    try await simulate(seeds: [1]) { world in
      let steps = Recorder<String>()
      let machines = Recorder<Machine>()
      machines.note(
        world.machine("m") {
          await Task.yield()
          machines.entries[0].crash()
          steps.note("goes on")
        }
      )
      await world.run(for: .seconds(1))
      try world.expect("it did not go on", steps.entries.isEmpty)
    }
  }

  @Test func aPausedProgramWaits() async throws {
    let times = Recorder<Duration>()
    try await simulate(seeds: [1]) { world in
      let machine = world.machine("m") {
        for _ in 0..<4 {
          try await Task.sleep(for: .seconds(1))
          times.note(world.now)
        }
      }
      await world.run(for: .milliseconds(2_500))
      machine.pause()
      await world.run(for: .seconds(10))
      try world.expect("it waits", times.entries.suffix(2) == [.seconds(1), .seconds(2)])
      machine.resume()
      await world.run(for: .seconds(10))
    }
    let run: [Duration] = [.seconds(1), .seconds(2), .milliseconds(12_500), .milliseconds(13_500)]
    #expect(times.entries == run + run)
  }

  @Test func aStopLosesNothing() async throws {
    let url = URL(fileURLWithPath: "/data/count.json")
    try await simulate(seeds: 1...20) { world in
      let counts = Recorder<Int>()
      let machine = world.machine("m") {
        @Shared(.fileStorage(url, mode: .throttled)) var count = 0
        while true {
          $count.withLock { $0 += 1 }
          counts.note(count)
          try await Task.sleep(for: .milliseconds(100))
        }
      }
      await world.run(for: .milliseconds(2_550))
      await machine.stop()
      try world.expect("it has ended", !machine.isRunning)
      machine.crash()
      let count = machine.disk.contents(of: url.path).map { String(decoding: $0, as: UTF8.self) }
      try world.expect("all changes are stored", count == counts.entries.last.map { "\($0)" })
      try world.expect("there were many", counts.entries.count > 10)
    }
  }

  @Test func aProgramThatDoesNotEndIsKilled() async throws {
    try await simulate(seeds: [1]) { world in
      let machine = world.machine("m") {
        while !Self.isOver(world) {
          try? await Task.sleep(for: .seconds(1))
          usleep(1_000_000)
        }
      }
      await world.run(for: .seconds(1))
      await machine.stop()
      try world.expect("it was killed after ten seconds", world.now >= .seconds(11) && world.now < .seconds(13))
    }
  }

  private static func isOver(_ world: World) -> Bool { world.now > .seconds(100) }

  @Test func aDeploymentStartsOneProgramAfterTheOther() async throws {
    try await simulate(seeds: 1...20) { world in
      let starts = Recorder<Int>()
      let servers = (0..<3).map { number in
        world.machine("server\(number)") {
          starts.note(number)
          try await Task.sleep(for: .seconds(1_000))
        }
      }
      world.invariant("two servers run") { servers.count { $0.isRunning } >= 2 }
      world.deploy(servers, at: .seconds(10))
      await world.run(for: .seconds(9))
      try world.expect("each has started", starts.entries.sorted() == [0, 1, 2])
      await world.run(for: .seconds(11))
      try world.expect("all run", servers.allSatisfy(\.isRunning))
      try world.expect("each has started again, in their order", Array(starts.entries.dropFirst(3)) == [0, 1, 2])
    }
  }

  /// Also one that is off, and one that loses its power while it is asked to end.
  @Test func aDeploymentStartsWhatHasCrashed() async throws {
    try await simulate(seeds: 1...20) { world in
      let servers = (0..<3).map { number in
        world.machine("server\(number)") {
          try? await Task.sleep(for: .seconds(1_000))
          // Not canceled.
          await Task.detached { try? await Task.sleep(for: .seconds(3)) }.value
        }
      }
      world.deploy(servers, at: .seconds(5))
      await world.run(for: .seconds(4))
      servers[0].crash()
      await world.run(for: .seconds(3))
      servers[1].crash()
      await world.run(for: .seconds(20))
      try world.expect("all run", servers.allSatisfy(\.isRunning))
    }
  }

  @Test func eachMachineHasItsOwnDependencies() async throws {
    let found = Recorder<String>()
    try await simulate(seeds: [1]) { world in
      for name in ["a", "b"] {
        world.machine(name, dependencies: { $0.calendar = Calendar(identifier: name == "a" ? .gregorian : .iso8601) }) {
          @Dependency(\.uuid) var uuid
          @Dependency(\.calendar) var calendar
          @Dependency(\.date.now) var now
          @Dependency(\.continuousClock) var clock
          @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
          try await clock.sleep(for: .seconds(60))
          let number = withRandomNumberGenerator { Int.random(in: 0..<1_000_000, using: &$0) }
          found.note("\(name) \(uuid()) \(number) \(calendar.identifier) \(Int(now.timeIntervalSince1970))")
        }
      }
      await world.run(for: .seconds(100))
    }
    let (first, second) = (found.entries.prefix(2).sorted(), found.entries.suffix(2).sorted())
    #expect(first == second)
    #expect(first[0].hasPrefix("a ") && first[0].hasSuffix("gregorian 1735689660"), "\(first[0])")
    #expect(first[1].hasPrefix("b ") && first[1].hasSuffix("iso8601 1735689660"), "\(first[1])")
    #expect(first[0].split(separator: " ")[1] != first[1].split(separator: " ")[1])
  }

  @Test func sharedValuesInMemoryBelongToTheirMachine() async throws {
    try await simulate(seeds: [1]) { world in
      let counts = Recorder<Int>()
      for name in ["a", "b"] {
        world.machine(name) {
          @Shared(.inMemory("count")) var count = 0
          $count.withLock { $0 += 1 }
          counts.note(count)
        }
      }
      await world.run(for: .seconds(1))
      try world.expect("each has its own", counts.entries == [1, 1])
    }
  }
}
