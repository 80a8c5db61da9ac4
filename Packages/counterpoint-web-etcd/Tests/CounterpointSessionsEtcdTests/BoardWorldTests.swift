import CounterpointHTML
import CounterpointSessionsSimulation
import CounterpointSessionsTestSupport
import CounterpointSimulation
import Foundation
import StateSharingEtcd
import StateSharingEtcdSimulation
import Synchronization
import Testing

/// A board on three servers behind a proxy, with its cards and its visitors in a cluster of three members.
@Suite struct BoardWorldTests {
  /// The cards that the site has acknowledged.
  private final class Cards: Sendable {
    private let acknowledged = Mutex<[String]>([])
    private let areOver = Atomic(false)

    var all: [String] { acknowledged.withLock(\.self) }

    /// Lets visitors add no more cards.
    func end() { areOver.store(true, ordering: .relaxed) }

    /// Adds cards, one after the other, and notes those that the site acknowledges.
    func add(by visitor: TestVisitor<BoardSite.ViewState, BoardSite.Action>, number: Int) async throws {
      try await visitor.open()
      var count = 0
      while !areOver.load(ordering: .relaxed) {
        count += 1
        let card = "v\(number)c\(count)"
        do {
          try await visitor.type(card, into: "title")
          try await visitor.click("Add")
          acknowledged.withLock { $0.append(card) }
        } catch let error as TestVisitorError where [403, 410].contains(error.status) {
          // The site has forgotten the page, and the card may be there.
          try await visitor.open()
        }
        try await Task.sleep(for: .seconds(3))
      }
    }
  }

  /// - Parameters:
  ///   - visitorCount: The number of visitors.
  ///   - duration: The time with faults.
  ///   - routing: The server that gets a request.
  private func story(
    visitors visitorCount: Int,
    for duration: Duration,
    through routing: SiteRouting
  ) -> @Sendable (World) async throws -> Void {
    { world in
      let etcd = world.etcd()
      let site = world.site(servers: 3, through: routing, dependencies: { $0.etcd = etcd.cluster() }) {
        BoardSite.make()
      }
      let cards = Cards()
      let following = site.visitors(visitorCount / 2) { try await cards.add(by: $0, number: $1) }
      let visitors =
        following + site.visitors(visitorCount / 2, hasScript: false) { try await cards.add(by: $0, number: $1) }
      let browsers = visitors.map(\.machine)
      func stored() throws -> [String] {
        try etcd.memory.value(of: "cards").map { try JSONDecoder().decode([String].self, from: $0) } ?? []
      }
      func check() throws {
        let stored = try stored()
        try world.expect("each card is there once", Set(stored.map(BoardSite.title)).count == stored.count)
        let shown = visitors.flatMap { BoardSite.cards(on: $0.page) }
        try world.expect("each card on a page is in the cluster", Set(stored).isSuperset(of: shown))
      }
      // A server reports an issue while it can't reach the cluster.
      world.allowIssues {
        $0.contains("storage of visitors") || $0.contains("snapshot of a visitor could not be stored")
      }
      world.faults = [
        .crash(etcd.machines + site.servers, every: .seconds(5)), .kill(site.servers, every: .seconds(5)),
        .pause(site.servers + browsers), .partition(site.servers + browsers), .loseConnections(browsers),
        .loseConnections(site.servers), .slowLink(site.servers + browsers), .clockSkew(site.servers),
      ]
      world.deploy(site.servers, at: duration / 2)
      for _ in 0..<Int(duration / .milliseconds(500)) {
        await world.run(for: .milliseconds(500))
        try check()
      }
      world.faults = []
      await world.run(for: .seconds(20))
      for server in site.servers {
        // A deployment.
        await server.stop()
        await world.run(for: .milliseconds(500))
        server.restart()
        await world.run(for: .seconds(3))
      }
      cards.end()
      await world.run(for: .seconds(60))
      try check()
      try world.expect("cards are added", cards.all.count > visitorCount)
      let missing = try Set(cards.all).subtracting(stored().map(BoardSite.title))
      if !missing.isEmpty { world.note("missing: \(missing.sorted())") }
      try world.expect("each acknowledged card is in the cluster", missing.isEmpty)
      // A page without the script shows what there was when it was loaded.
      for visitor in following {
        let isSame = try BoardSite.cards(on: visitor.page) == stored()
        if !isSame { world.note("\(visitor.machine.name) sees \(BoardSite.cards(on: visitor.page))") }
        try world.expect("each page shows all cards", isSame)
      }
    }
  }

  /// The code of the guide.
  @Test func aDeploymentLosesNoCard() async throws {
    try await simulate(seeds: 1...2) { world in
      let etcd = world.etcd()
      let site = world.site(servers: 3, dependencies: { $0.etcd = etcd.cluster() }) { BoardSite.make() }
      let cards = Cards()
      let visitors = site.visitors(6) { visitor, number in try await cards.add(by: visitor, number: number) }
      // A server reports an issue while it can't reach the cluster.
      world.allowIssues { $0.contains("storage of visitors") || $0.contains("could not be stored") }
      world.faults = [
        .crash(etcd.machines), .kill(site.servers), .partition(site.servers), .slowLink(visitors.map(\.machine)),
        .clockSkew(site.servers),
      ]
      world.deploy(site.servers, at: .seconds(10))
      await world.run(for: .seconds(20))
      world.faults = []
      await world.run(for: .seconds(20))
      cards.end()
      await world.run(for: .seconds(60))

      let stored = try JSONDecoder().decode([String].self, from: etcd.memory.value(of: "cards") ?? Data())
      let titles = Set(stored.map(BoardSite.title))
      try world.expect("each card is stored once", titles.count == stored.count)
      try world.expect("no acknowledged card is lost", titles.isSuperset(of: cards.all))
      let pages = visitors.map { BoardSite.cards(on: $0.page) }
      try world.expect("each page shows all cards", pages.allSatisfy { $0 == stored })
    }
  }

  @Test(arguments: [SiteRouting.roundRobin, .repeating])
  func eachAcknowledgedCardIsOnEveryPageOnce(routing: SiteRouting) async throws {
    let report = try await simulate(seeds: 1...2, story(visitors: 6, for: .seconds(10), through: routing))
    #expect(
      Set(report.faultCounts.keys) == [
        "crash", "kill", "pause", "partition", "loseConnections", "slowLink", "clockSkew",
      ]
    )
  }
}
