import CounterpointSimulation
@_spi(Internals) import CounterpointSupport
import CounterpointTestSupport
import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

@Suite struct ClockTests {
  /// A value of which the newest writing counts, in a storage outside of the machines.
  private final class Register: Sendable {
    /// The property by which a writing counts as newer than another one.
    enum Order: Sendable { case dates, versions }

    private struct State {
      var value = 0
      var date = Date.distantPast
      var acknowledged = 0
    }

    private let state = Locked(State())
    private let order: Order

    init(_ order: Order) { self.order = order }

    /// Writes the next number again and again.
    func write() async throws {
      while true {
        let date = Date()
        state.withLock { state in
          state.acknowledged += 1
          // A fault if dates of several machines are compared.
          if order == .dates, date < state.date { return }
          (state.value, state.date) = (state.acknowledged, date)
        }
        try await Task.sleep(for: .milliseconds(300))
      }
    }

    /// Whether the last acknowledged number is stored.
    var isNewest: Bool { state.withLock { $0.value == $0.acknowledged } }
  }

  private func story(_ order: Register.Order, hasSkew: Bool) -> @Sendable (World) async throws -> Void {
    { world in
      let register = Register(order)
      let machines = ["a", "b"].map { world.machine($0) { try await register.write() } }
      if hasSkew { world.faults = [.clockSkew(machines)] }
      for _ in 0..<20 {
        await world.run(for: .milliseconds(250))
        try world.expect("the newest writing counts", register.isNewest)
      }
    }
  }

  /// The planted fault: a clock that is trusted across machines.
  @Test func aProgramThatComparesDatesOfTwoMachinesIsCaught() async throws {
    let found = try await failure(seeds: 1...20, story(.dates, hasSkew: true))
    #expect(found.expectation == "the newest writing counts", "\(found)")
    #expect(found.seedCount <= 3)
  }

  @Test func withoutSkewOrWithoutDatesTheSameProgramIsRight() async throws {
    try await simulate(seeds: 1...20, story(.dates, hasSkew: false))
    try await simulate(seeds: 1...20, story(.versions, hasSkew: true))
  }

  /// A reading of the clocks of a machine.
  private struct Reading {
    let date: Date
    let time: ContinuousClock.Instant
    let world: Duration
    /// The right date.
    var rightDate: Date { Date(timeIntervalSince1970: 1_735_689_600 + world / .seconds(1)) }
    /// The difference to the right date, in seconds.
    var skew: Double { date.timeIntervalSince(rightDate) }
  }

  private func readings(
    seeds: ClosedRange<Int>,
    faults: @escaping @Sendable ([Machine]) -> [Fault]
  ) async throws -> [[Reading]] {
    let found = Recorder<[Reading]>()
    try await simulate(seeds: seeds) { world in
      let readings = Recorder<Reading>()
      let machine = world.machine("m") {
        while true {
          readings.note(Reading(date: Date(), time: .now, world: world.now))
          try await Task.sleep(for: .seconds(1))
        }
      }
      world.faults = faults([machine])
      await world.run(for: .seconds(30))
      found.note(readings.entries)
    }
    return found.entries
  }

  @Test func datesDifferAtMostByTheBoundAndTheDrift() async throws {
    let found = try await readings(seeds: 1...30) {
      [.clockSkew($0, upTo: .seconds(2), drift: 200, every: .seconds(3))]
    }
    let skews = found.joined().map(\.skew)
    #expect(skews.allSatisfy { abs($0) <= 2 + 0.03 })
    #expect(skews.contains { $0 > 1.5 } && skews.contains { $0 < -1.5 })
  }

  @Test func aDateMayGoBackwardsAndTheMonotonicTimeDoesNot() async throws {
    let found = try await readings(seeds: 1...10) { [.clockSkew($0, every: .seconds(2))] }
    let pairs = found.flatMap { zip($0, $0.dropFirst()) }
    #expect(pairs.contains { $0.date > $1.date })
    #expect(pairs.allSatisfy { $0.time < $1.time })
  }

  @Test func aSleepLastsByTheClockOfItsMachine() async throws {
    let found = try await readings(seeds: 1...10) { [.clockSkew($0, drift: 100_000, every: .seconds(2))] }
    let pairs = found.flatMap { zip($0, $0.dropFirst()) }
    // Never too short on its own clock, also if the clock has become slower meanwhile.
    #expect(pairs.allSatisfy { $0.time.duration(to: $1.time) >= .seconds(1) })
    let durations = pairs.map { $1.world - $0.world }
    #expect(durations.allSatisfy { .milliseconds(900) < $0 && $0 < .milliseconds(1_112) })
    #expect(durations.contains { $0 < .milliseconds(950) } && durations.contains { $0 > .milliseconds(1_050) })
  }

  @Test func aPauseOfAThreadLastsByTheClockOfItsMachine() async throws {
    try await simulate(seeds: 1...10) { world in
      let durations = Recorder<(own: Duration, world: Duration)>()
      let machine = world.machine("m") {
        while true {
          try await Task.sleep(for: .seconds(1))
          let (time, before) = (ContinuousClock.now, world.now)
          usleep(1_000_000)
          durations.note((ContinuousClock.now - time, world.now - before))
        }
      }
      world.faults = [.clockSkew([machine], drift: 100_000, every: .seconds(1_000))]
      await world.run(for: .seconds(9))
      try world.expect("the pause is not too short", durations.entries.allSatisfy { $0.own >= .seconds(1) })
      let bounds = Duration.milliseconds(900)...(.milliseconds(1_112))
      let areAsExpected = durations.entries.allSatisfy { bounds.contains($0.world) }
      try world.expect("they last about as long", areAsExpected && durations.entries.count >= 4)
    }
  }

  @Test func clocksAreRightAfterTheFault() async throws {
    try await simulate(seeds: 1...10) { world in
      let skews = Recorder<Double>()
      let machine = world.machine("m") {
        while true {
          skews.note(Reading(date: Date(), time: .now, world: world.now).skew)
          try await Task.sleep(for: .seconds(1))
        }
      }
      world.faults = [.clockSkew([machine])]
      await world.run(for: .seconds(10))
      world.faults = []
      let count = skews.entries.count
      await world.run(for: .seconds(10))
      try world.expect("the clock is right", skews.entries.dropFirst(count).allSatisfy { abs($0) < 0.000_01 })
    }
  }

  @Test func programsOfOneComputerHaveOneClock() async throws {
    try await simulate(seeds: 1...10) { world in
      let dates = Recorder<Date>()
      let program: @Sendable () async throws -> Void = {
        try await Task.sleep(for: .seconds(3))
        dates.note(Date())
      }
      let first = world.machine("a", program: program)
      world.machine("b", beside: first, program: program)
      world.faults = [.clockSkew([first], every: .seconds(1_000))]
      await world.run(for: .seconds(5))
      try world.expect("both have the same date", dates.entries.count == 2 && dates.entries[0] == dates.entries[1])
    }
  }
}
