import Board
import BoardWeb
import Counterpoint
import CounterpointHTML
import CounterpointSessions
import CounterpointSessionsSimulation
import CounterpointSessionsTestSupport
import CounterpointSimulation
import Foundation
import Synchronization
import Testing

/// The program on a simulated machine that loses its power, with visitors that press what the page offers.
@Suite struct BoardWorldTests {
  private typealias Visitor = TestVisitor<BoardPage.State, BoardPage.Action>

  private static let file = URL(fileURLWithPath: "/data/board.json")

  /// The titles of the cards that the site has acknowledged.
  private final class Cards: Sendable {
    private let titles = Mutex<[String]>([])
    private let areOver = Atomic(false)

    var acknowledged: [String] { titles.withLock(\.self) }
    var isOver: Bool { areOver.load(ordering: .relaxed) }

    func acknowledge(_ title: String) { titles.withLock { $0.append(title) } }

    /// Lets visitors do nothing more.
    func end() { areOver.store(true, ordering: .relaxed) }
  }

  /// Repeats an act every second. A page that the site has forgotten since is loaded again.
  private static func act(as visitor: Visitor, until cards: Cards, _ act: () async throws -> Void) async throws {
    try await visitor.open("/")
    while !cards.isOver {
      do {
        try await act()
      } catch let error as TestVisitorError where [400, 403, 404, 409, 410].contains(error.status) {
        try await visitor.open("/")
      }
      try await Task.sleep(for: .seconds(1))
    }
    try await visitor.open("/")
  }

  private static func addCard(_ title: String, as visitor: Visitor, _ cards: Cards) async throws {
    if await visitor.address != "/" { try await visitor.open("/") }
    try await visitor.type(title, into: "new")
    try await visitor.click("Add")
    cards.acknowledge(title)
  }

  /// - Parameters:
  ///   - writers: The number of visitors that add cards.
  ///   - pressers: The number of visitors that press anything, except what removes or renames a card.
  private static func story(writers: Int, pressers: Int) -> @Sendable (World) async throws -> Void {
    { world in
      let site = world.site {
        WebSite(.board(try await openBoard(in: file, cards: 6)))
      }
      let cards = Cards()
      let visitors =
        site.visitors(writers) { visitor, number in
          let count = Atomic(0)
          try await act(as: visitor, until: cards) {
            let title = "v\(number)c\(count.add(1, ordering: .relaxed).newValue)"
            try await addCard(title, as: visitor, cards)
          }
        }
        + site.visitors(pressers) { visitor, _ in
          try await act(as: visitor, until: cards) {
            try await visitor.doAnything(except: ["Delete the card", "Undo", "Save", "title"]) {
              world.choose(below: $0)
            }
          }
        }
      let browsers = visitors.map(\.machine)
      world.faults = [
        .crash(site.servers, every: .seconds(8)), .crashAtCalls(site.servers), .kill(site.servers, every: .seconds(8)),
        .pause(site.servers + browsers), .partition(browsers), .slowLink(browsers), .loseConnections(browsers),
        .clockSkew(site.servers),
      ]
      world.deploy(site.servers, at: .seconds(15))
      await world.run(for: .seconds(30))
      world.faults = []
      await world.run(for: .seconds(20))
      cards.end()
      await world.run(for: .seconds(30))
      for server in site.servers { await server.stop() }

      let data = site.servers[0].disk.contents(of: file.path) ?? Data()
      let board = try JSONDecoder().decode(CardBoard.self, from: data)
      let titles = board.columns.flatMap { $0.cards.map(\.title) }
      try world.expect(
        "each card is there once",
        Set(board.columns.flatMap { $0.cards.map(\.id) }).count == titles.count
      )
      try world.expect("cards are added", cards.acknowledged.count > 10)
      let missing = Set(cards.acknowledged).subtracting(titles)
      if !missing.isEmpty { world.note("missing: \(missing.sorted())") }
      try world.expect("no acknowledged card is lost", missing.isEmpty)
      for visitor in visitors {
        let shown = board.columns.allSatisfy { column in
          visitor.page.element(id: "\(column.id)-title")?.text == "\(column.title) (\(column.cards.count))"
        }
        if !shown { world.note("\(visitor.machine.name) sees \(visitor.text)") }
        try world.expect("each page shows the board", shown)
      }
    }
  }

  @Test func aDeploymentLosesNoCard() async throws {
    let report = try await simulate(seeds: 1...2, Self.story(writers: 3, pressers: 3))
    #expect(report.faultCounts.count == 8)
  }
}
