import CounterpointSessions
import CounterpointSessionsSimulation
import CounterpointSimulation
import Foundation
import Synchronization
import Testing

/// Visitors of a site whose servers crash, and whose connections are lost.
@Suite struct SiteWorldTests {
  private typealias Story = @Sendable (World) async throws -> Void

  private static let expectation = "each acknowledged card is on its visitor's page once"

  /// - Parameters:
  ///   - visitorCount: The number of visitors.
  ///   - duration: The time with faults. More than a minute without any follows.
  ///   - fault: A planted fault.
  ///   - hasScript: Whether browsers run the script.
  ///   - failsDisk: Whether the disk of the server is full at times, or fails.
  private func story(
    visitors visitorCount: Int,
    for duration: Duration,
    _ fault: PlantedSiteFault? = nil,
    hasScript: Bool = true,
    failsDisk: Bool = false
  ) -> Story {
    { world in
      let acknowledgements = Acknowledgements()
      let snapshots = fault == .staleSnapshotIsRestored ? PlantedVisitorStore.Snapshots() : nil
      let skipped = SkippedRevisions()
      let site = world.site(
        replacingEvents: { fault == .streamSkipsARevision ? skipped.replace($0) : $0 }
      ) {
        let folder = FolderVisitorStore(URL(fileURLWithPath: "/data/visitors"))
        return CardSite.site(
          PlantedVisitorStore(folder, restoring: snapshots),
          saving: fault == .acknowledgementBeforeTheSnapshot ? .quiet(every: .seconds(5)) : .everyAction
        )
      }
      let visitors = site.visitors(visitorCount, hasScript: hasScript) { visitor, number in
        try await acknowledgements.addCards(visitor, number: number, every: .seconds(1))
      }
      let browsers = visitors.map(\.machine)
      func check(isComplete: Bool = false) throws {
        for visitor in visitors {
          let damage = acknowledgements.damage(on: visitor.page, of: visitor.number, isComplete: isComplete)
          if let damage { world.note(damage) }
          try world.expect(Self.expectation, damage == nil)
        }
      }
      world.faults = [
        .crash(site.servers, every: .seconds(5)), .kill(site.servers, every: .seconds(5)),
        .crashAtCalls(site.servers, oneIn: 400), .pause(site.servers + browsers), .partition(browsers),
        .loseConnections(browsers), .loseConnections(site.servers),
      ]
      if failsDisk {
        world.allowIssues { $0.contains("storage of visitors") || $0.contains("could not be stored") }
        world.faults += [.failingDisk(site.servers, oneIn: 100), .fullDisk(site.servers, every: .seconds(2))]
      }
      for _ in 0..<Int(duration / .milliseconds(500)) {
        await world.run(for: .milliseconds(500))
        try check()
      }
      world.faults = []
      let before = acknowledgements.count
      await world.run(for: .seconds(30))
      try world.expect("cards are added after the faults", acknowledgements.count > before)
      acknowledgements.end()
      await world.run(for: .seconds(40))
      try check(isComplete: true)
      for server in site.servers { await server.stop() }
    }
  }

  @Test func noVisitorLosesAnAcknowledgedCard() async throws {
    let report = try await simulate(seeds: 1...3, story(visitors: 5, for: .seconds(20)))
    #expect(
      Set(report.faultCounts.keys) == ["crash", "kill", "crashAtCalls", "pause", "partition", "loseConnections"]
    )
  }

  @Test func aFailingDiskLosesNoAcknowledgedCard() async throws {
    let report = try await simulate(seeds: 1...2, story(visitors: 5, for: .seconds(20), failsDisk: true))
    #expect(Set(report.faultCounts.keys).isSuperset(of: ["failingDisk", "fullDisk"]))
  }

  private func failure(_ fault: PlantedSiteFault) async throws -> SimulationFailure {
    do {
      try await simulate(seeds: 1...40, story(visitors: 5, for: .seconds(20), fault))
    } catch let failure as SimulationFailure {
      return failure
    }
    Issue.record("The fault was not found.")
    throw CancellationError()
  }

  @Test(arguments: PlantedSiteFault.allCases)
  func aPlantedFaultIsFound(fault: PlantedSiteFault) async throws {
    let found = try await failure(fault)
    #expect(found.expectation == Self.expectation, "\(found)")
  }

  /// Browsers without the script submit forms, and submit them again if they get no answer.
  @Test func formsAreHandledOnce() async throws {
    try await simulate(seeds: 1...2, story(visitors: 3, for: .seconds(10), hasScript: false))
  }

  @Test func aSeedHasOneTrace() async throws {
    let story = story(visitors: 3, for: .seconds(10))
    #expect(try await simulate(seeds: 1...3, story) == simulate(seeds: 1...3, story))
  }

  /// Each server has a folder of its own, so a browser stays at one.
  @Test func visitorsOfSeveralServersKeepTheirOwn() async throws {
    let story: Story = { world in
      let acknowledgements = Acknowledgements()
      let count = Atomic(0)
      let site = world.site(servers: 3, through: .sticky) {
        CardSite.site(FolderVisitorStore(URL(fileURLWithPath: "/data/visitors")))
      }
      let visitors = site.visitors(9) { visitor, number in
        try await acknowledgements.addCards(visitor, number: number, every: .seconds(1))
      }
      world.faults = [.crash(site.servers), .loseConnections([site.proxy]), .pause([site.proxy])]
      await world.run(for: .seconds(20))
      world.faults = []
      await world.run(for: .seconds(30))
      acknowledgements.end()
      await world.run(for: .seconds(40))
      for visitor in visitors {
        let damage = acknowledgements.damage(on: visitor.page, of: visitor.number, isComplete: true)
        if let damage { world.note(damage) }
        try world.expect(Self.expectation, damage == nil)
        if CardSite.cards(on: visitor.page).count > 3 { count.wrappingAdd(1, ordering: .relaxed) }
      }
      try world.expect("visitors add cards", count.load(ordering: .relaxed) == 9)
    }
    try await simulate(seeds: 1...2, story)
  }
}
