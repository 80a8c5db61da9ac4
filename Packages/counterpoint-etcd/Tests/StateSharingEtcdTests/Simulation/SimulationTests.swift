import CounterpointSimulation
@_spi(Internals) import CounterpointSupport
import Foundation
import StateSharing
import StateSharingEtcd
import StateSharingEtcdSimulation
import Testing

/// Four programs increment a number in a cluster of three members, with crashes, cuts and lost answers.
@Suite struct SimulationTests {
  private typealias Story = @Sendable (World) async throws -> Void

  private static let expectation = "each acknowledged increment is counted once"

  /// - Parameters:
  ///   - fault: A planted fault.
  ///   - duration: The time with faults. Without a planted one, ten seconds without any follow.
  private func story(
    _ mode: Incrementing.Mode,
    _ fault: PlantedFault? = nil,
    for duration: Duration = .seconds(10)
  ) -> Story {
    { world in
      let etcd = world.etcd()
      let members = etcd.machines
      let increments = Increments()
      let reports = Locked<[String]>([])
      let incrementing = Incrementing(etcd: etcd, increments: increments, mode: mode, fault: fault) { text in
        reports.withLock { $0.append(text) }
      }
      let programs = (1...4).map { number in
        world.machine("program\(number)") { try await incrementing.run("program\(number)") }
      }
      func check() throws {
        let damage = try increments.damage(in: etcd.memory.value(of: "count")) ?? reports.withLock(\.first)
        if let damage { world.note(damage) }
        try world.expect(Self.expectation, damage == nil)
      }
      world.faults = [
        .crash(members, every: .seconds(5)), .kill(members, every: .seconds(5)), .pause(members),
        .pause(programs, every: .seconds(1)), .partition(members + programs), .loseConnections(members),
        .kill(programs, every: .seconds(5)), .clockSkew(members + programs),
      ]
      for step in 0..<Int(duration / .milliseconds(500)) {
        // Outcomes stay unknown only if the lookup of five seconds fails as well.
        if fault == .retryHasNoID, step == 1 { world.network.cut(programs) }
        if fault == .retryHasNoID, step == 14 { world.network.heal() }
        await world.run(for: .milliseconds(500))
        try check()
      }
      if fault != nil { return }
      world.faults = []
      let before = increments.acknowledgedCount
      await world.run(for: .seconds(10))
      try check()
      try world.expect("increments are stored after the faults", increments.acknowledgedCount > before + 5)
      for program in programs { await program.stop() }
      try check()
    }
  }

  @Test(arguments: Incrementing.Mode.allCases)
  func eachAcknowledgedIncrementIsCountedOnce(mode: Incrementing.Mode) async throws {
    let report = try await simulate(seeds: 1...3, story(mode))
    #expect(Set(report.faultCounts.keys) == ["crash", "kill", "pause", "partition", "loseConnections", "clockSkew"])
  }

  /// Runs a simulation that must fail, and returns its failure.
  private func failure(of story: @escaping Story) async throws -> SimulationFailure {
    do {
      try await simulate(seeds: 1...40, story)
    } catch let failure as SimulationFailure {
      return failure
    }
    Issue.record("The fault was not found.")
    throw CancellationError()
  }

  @Test(arguments: [
    (Incrementing.Mode.transaction, PlantedFault.lostAnswerIsCountedTwice),
    (.transaction, .writeHasNoCondition),
    (.repeatedTransaction, .retryHasNoID),
    (.lock, .leaseIsNotChecked),
  ])
  func aPlantedFaultIsFound(mode: Incrementing.Mode, fault: PlantedFault) async throws {
    let found = try await failure(of: story(mode, fault))
    #expect(found.expectation == Self.expectation, "\(found)")
  }

  /// A program that follows the number with a watch of its own, whose history is compacted again and again.
  private func compactions(_ fault: PlantedFault?) -> Story {
    { world in
      let etcd = world.etcd()
      let increments = Increments()
      let incrementing = Incrementing(etcd: etcd, increments: increments, mode: .transaction, fault: fault)
      world.machine("program") { try await incrementing.run("program") }
      world.machine("observer") { try await incrementing.follow("observer") }
      world.faults = [.kill(etcd.machines)]
      for _ in 0..<100 {
        await world.run(for: .milliseconds(100))
        etcd.memory.compact()
      }
      world.faults = []
      increments.end()
      await world.run(for: .seconds(5))
      let areShown = try increments.areShown(as: etcd.memory.value(of: "count"))
      try world.expect("each program shows the stored number", areShown)
    }
  }

  @Test func aGapAfterACompactionIsFound() async throws {
    try await simulate(seeds: 1...5, compactions(nil))
    let found = try await failure(of: compactions(.watchHasAGap))
    #expect(found.expectation == "each program shows the stored number", "\(found)")
  }

  /// The code of the module's page.
  @Test func aProgramHasTheClusterAsItsDependency() async throws {
    try await simulate(seeds: 1...10) { world in
      let etcd = world.etcd()
      let shops = (1...2).map { number in
        world.machine("shop\(number)", dependencies: { $0.etcd = etcd.cluster() }) {
          @Shared(.visits) var visits
          for _ in 0..<10 { try await $visits.withTransaction(attempts: 100, timeout: .seconds(60)) { $0 += 1 } }
        }
      }
      world.faults = [.crash(etcd.machines), .partition(etcd.machines), .loseConnections(etcd.machines)]
      await world.run(for: .seconds(60))
      try world.expect("both shops have ended", !shops.contains(where: \.isRunning))
      try world.expect("all visits are counted", etcd.memory.value(of: "visits") == Data("20".utf8))
    }
  }

  @Test func incrementsAreLinearizable() async throws {
    try await simulate(seeds: 1...3) { world in
      let etcd = world.etcd()
      let history = History<String, Int>()
      let programs = (1...3).map { number in
        world.machine("program\(number)") {
          let count = Shared(wrappedValue: 0, .etcd("count", cluster: etcd.cluster()))
          for _ in 0..<10 {
            try await history.perform("increment") {
              try await count.withTransaction(attempts: 100, timeout: .seconds(60)) { count in
                count += 1
                return count
              }
            }
          }
        }
      }
      world.faults = [
        .crash(etcd.machines), .partition(etcd.machines), .loseConnections(etcd.machines), .kill(programs),
      ]
      await world.run(for: .seconds(30))
      world.faults = []
      await world.run(for: .seconds(30))
      try world.expect("increments are answered", history.answeredCount >= 30)
      let isLinearizable = try history.isLinearizable(from: 0) { count, _ in
        count += 1
        return count
      }
      try world.expect("increments are linearizable", isLinearizable)
    }
  }

  /// A connection of a watch may be lost without a notice, while other requests to the same member succeed.
  @Test func aWatchThatMissesChangesIsReplaced() async throws {
    try await simulate(seeds: 20...28) { world in
      let etcd = world.etcd()
      let increments = Increments()
      let incrementing = Incrementing(etcd: etcd, increments: increments, mode: .transaction, pause: .seconds(1))
      world.machine("program") { try await incrementing.run("program") }
      let observer = world.machine("observer") { try await incrementing.observe("observer") }
      world.faults = [.loseConnections([observer], oneIn: 30)]
      await world.run(for: .seconds(20))
      world.faults = []
      await world.run(for: .seconds(60))
      increments.end()
      await world.run(for: .seconds(3))
      let areShown = try increments.areShown(as: etcd.memory.value(of: "count"))
      try world.expect("each program shows the stored number", areShown)
    }
  }

  /// A member whose connection is lost without a notice does not say whether a write is stored.
  @Test func theNextMemberIsAskedWhatAWriteHasDone() async throws {
    try await simulate(seeds: 1...3) { world in
      let etcd = world.etcd()
      let (writes, watches) = (Locked(0), Locked(0))
      let program = world.machine("program") {
        let transport = PlantedTransport(
          base: etcd.transport(),
          fault: nil,
          fate: { _ in (true, next(writes) > 2) },
          isSilent: { revision in revision != nil && next(watches) < 3 }
        )
        let count = Shared(wrappedValue: 0, .etcd("count", cluster: etcd.cluster(transport)))
        try await count.withTransaction(timeout: .seconds(60)) { $0 += 1 }
        try await count.withTransaction(timeout: .seconds(60)) { $0 += 1 }
      }
      await world.run(for: .seconds(20))
      try world.expect("the program has ended", !program.isRunning)
      try world.expect("both changes are stored once", etcd.memory.value(of: "count") == Data("2".utf8))
    }
  }

  /// The head of a watch's answer can be lost without a notice, as all that follows it.
  @Test func aWatchThatDoesNotBeginIsReplaced() async throws {
    try await simulate(seeds: 1...3) { world in
      let etcd = world.etcd()
      let watches = Locked(0)
      let isShown = Locked(false)
      world.machine("observer") {
        let transport = PlantedTransport(
          base: etcd.transport(),
          fault: nil,
          isSilent: { _ in next(watches) == 1 }
        )
        let count = Shared(wrappedValue: 0, .etcd("count", cluster: etcd.cluster(transport)))
        while true {
          if count.wrappedValue == 1 { isShown.withLock { $0 = true } }
          try await Task.sleep(for: .milliseconds(100))
        }
      }
      await world.run(for: .seconds(5))
      world.machine("program") {
        try await Shared(wrappedValue: 0, .etcd("count", cluster: etcd.cluster())).withTransaction { $0 += 1 }
      }
      // A lost packet costs up to 1.4 seconds, and several may be lost.
      await world.run(for: .seconds(8))
      try world.expect("the change is shown", isShown.withLock(\.self))
    }
  }

  /// The last change of a program that ends is not lost with one answer, or with one member.
  @Test(arguments: [true, false])
  func aChangeWithoutAnAnswerIsStoredBeforeTheEnd(isExecuted: Bool) async throws {
    try await simulate(seeds: 1...3) { world in
      let etcd = world.etcd()
      let writes = Locked(0)
      world.machine("program") {
        let transport = PlantedTransport(
          base: etcd.transport(),
          fault: nil,
          fate: { _ in next(writes) > 1 ? (true, true) : (isExecuted, false) }
        )
        let count = Shared(wrappedValue: 0, .etcd("count", cluster: etcd.cluster(transport)))
        count.withLock { $0 += 1 }
        do {
          // At the end, the machine would wait through failures.
          try await count.save()
        } catch {
          // By chance, the network may lose the second write, too.
          guard writes.withLock(\.self) > 1 else { throw error }
          try await count.save(timeout: .seconds(8))
        }
      }
      await world.run(for: .seconds(10))
      try world.expect("the change is stored once", etcd.memory.value(of: "count") == Data("1".utf8))
    }
  }

  /// etcd refuses a read of an empty key, such as a prefix of no characters.
  @Test func theWatchOfAllKeysStays() async throws {
    try await simulate(seeds: 1...3) { world in
      let etcd = world.etcd()
      let watches = Locked(0)
      await world.run(for: .seconds(3))
      world.machine("observer") {
        let transport = PlantedTransport(base: etcd.transport(), fault: nil) { watches.withLock { $0 += 1 } }
        let count = Shared(wrappedValue: 0, .etcd("count", cluster: etcd.cluster(transport)))
        while true {
          _ = count.wrappedValue
          try await Task.sleep(for: .seconds(1))
        }
      }
      await world.run(for: .seconds(10))
      // A watch of which the network loses several messages in a row is replaced. One that is refused ends each second.
      try world.expect("the watch of all keys stays", watches.withLock(\.self) < 5)
    }
  }

  private func next(_ count: Locked<Int>) -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }

  @Test func aSeedHasOneTrace() async throws {
    let story = story(.change, for: .seconds(5))
    #expect(try await simulate(seeds: 1...3, story) == simulate(seeds: 1...3, story))
  }
}
