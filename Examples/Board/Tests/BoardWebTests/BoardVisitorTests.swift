import Board
import BoardWeb
import Counterpoint
import CounterpointHTML
import CounterpointSessions
import CounterpointSessionsTestSupport
import Foundation
import Testing

// The absence of a change can't be observed, so a time limit ends a wait in vain.
@Suite(.timeLimit(.minutes(20))) struct BoardVisitorTests {
  /// A site with numbered cards.
  private func withSite(
    cards: Int = 6,
    _ body: (WebSite<BoardPage.State, BoardPage.Action>) async throws -> Void
  ) async throws {
    try await withDependencies {
      $0.uuid = UUIDGenerator { UUID() }
    } operation: {
      try await body(WebSite(.board(Shared(value: .filled(cards)))))
    }
  }

  @Test(arguments: [true, false]) func aVisitorAddsEditsMovesAndDeletesCards(hasScript: Bool) async throws {
    try await withSite { site in
      let visitor = TestVisitor(site, hasScript: hasScript)
      try await visitor.open("/")
      try await visitor.type("Milk", into: "new")
      try await visitor.pressEnter(in: "new")
      #expect(await visitor.message == "Added “Milk”: To do, card 3 of 3.")

      try await visitor.click("Move Milk")
      try await visitor.click("Right")
      #expect(await visitor.message == "Moved “Milk”: Doing, card 3 of 3.")
      try await visitor.click("Up")
      #expect(await visitor.message == "Moved “Milk”: Doing, card 2 of 3.")
      try await visitor.click("Undo")
      #expect(await visitor.message == "Moved “Milk” back.")
      try await visitor.click("Done")

      try await visitor.follow("Milk")
      #expect(await visitor.title == "Milk – Board")
      try await visitor.type("Two bottles", into: "notes")
      try await visitor.click("Save")
      #expect(await visitor.address == "/")
      #expect(await visitor.message == "Saved “Milk”.")
      try await visitor.follow("Milk")
      #expect(await visitor.page.markup.contains("Two bottles"))
      try await visitor.click("Delete the card")
      #expect(await visitor.address == "/")
      #expect(await visitor.message == "Deleted “Milk”.")
    }
  }

  @Test(arguments: [true, false]) func aSearchHasAnAddress(hasScript: Bool) async throws {
    try await withSite(cards: 10_000) { site in
      let visitor = TestVisitor(site, hasScript: hasScript)
      try await visitor.open("/?search=card+9999")
      #expect(await visitor.columns == ["To do (0)", "Doing (0)", "Done (1)"])
      try await visitor.type("card 5", into: "search")
      try await visitor.pressEnter(in: "search")
      #expect(await visitor.message == "1111 cards found.")
      #expect(await visitor.address.hasPrefix("/?search=card"))
      // A step of a search takes the place of the last one in the history.
      if hasScript { #expect(await visitor.history.count == 1) }
    }
  }

  @Test func visitorsSeeEachOtherAndEachChange() async throws {
    try await withSite { site in
      let (blob, stranger) = (TestVisitor(site), TestVisitor(site))
      try await blob.open("/")
      try await stranger.open("/")
      try await blob.wait { $0.members.contains("Visitor 2") }
      try await stranger.wait { $0.members.contains("Visitor 2") }
      try await blob.type("Blob", into: "name")
      try await stranger.wait { $0.members.contains("BBlob") }

      try await blob.click("Move Card 1")
      try await stranger.wait { $0.element(id: "todo")?.text.contains("Blob is here") == true }
      #expect(await !blob.text.contains("is here"))
      try await blob.click("Right")
      try await stranger.wait { $0.element(id: "doing")?.text.contains("Card 1") == true }

      try await stranger.follow("Card 1")
      try await stranger.wait { $0.element(id: "readers")?.text == "BBlob is here" }
      try await blob.follow("Card 1")
      try await blob.click("Delete the card")
      try await stranger.wait { $0.text.contains("This card no longer exists.") }
    }
  }

  @Test func concurrentMovesOfVisitorsAllSurvive() async throws {
    try await withSite { site in
      try await withThrowingTaskGroup { group in
        for number in [1, 2, 4, 5] {
          group.addTask {
            let visitor = TestVisitor(site)
            try await visitor.open("/")
            try await visitor.click("Move Card \(number)")
            try await visitor.click("Right")
          }
        }
        try await group.waitForAll()
      }
      let visitor = TestVisitor(site)
      try await visitor.open("/")
      #expect(await visitor.columns == ["To do (0)", "Doing (2)", "Done (4)"])
    }
  }

  @Test(arguments: [true, false]) func theAddressOfADeletedCardSaysSo(hasScript: Bool) async throws {
    try await withSite { site in
      let visitor = TestVisitor(site, hasScript: hasScript)
      try await visitor.open("/cards/\(UUID(99).uuidString.lowercased())")
      #expect(await visitor.text.contains("This card no longer exists."))
      try await visitor.follow("Back to the board")
      #expect(await visitor.address == "/")
      #expect(await visitor.columns == ["To do (2)", "Doing (2)", "Done (2)"])
    }
  }

  @Test func cardsAreDragged() async throws {
    try await withSite { site in
      let visitor = TestVisitor(site)
      try await visitor.open("/")
      try await visitor.sendHookEvent("dropped", CardDrop(column: "done", id: UUID(1), index: 1), from: "columns")
      #expect(await visitor.message == "Moved “Card 1”: Done, card 2 of 3.")
      try await visitor.sendHookEvent("dropped", CardDrop(column: "done", id: UUID(99), index: 1), from: "columns")
      #expect(await visitor.message == "This card no longer exists.")
      for drop in [
        CardDrop(column: "nowhere", id: UUID(1), index: 0), CardDrop(column: "done", id: UUID(1), index: -1),
      ] {
        await #expect(throws: TestVisitorError.self) {
          try await visitor.sendHookEvent("dropped", drop, from: "columns")
        }
      }
      try await visitor.open("/?search=Card")
      await #expect(throws: TestVisitorError.self) {
        try await visitor.sendHookEvent("dropped", CardDrop(column: "todo", id: UUID(1), index: 0))
      }
      await #expect(throws: TestVisitorError.self) {
        try await visitor.send(.drop(UUID(1), CardPlace(column: "todo", index: 0)))
      }
    }
  }

  @Test func aLongColumnIsScrolled() async throws {
    try await withSite(cards: 10_000) { site in
      let visitor = TestVisitor(site)
      try await visitor.open("/")
      try await visitor.scroll("doing", to: 3_000)
      #expect(await visitor.page.rowCount < 200)
      try await visitor.click("Move Card 9002")
      try await visitor.click("Down")
      #expect(await visitor.message == "Moved “Card 9002”: Doing, card 3002 of 3333.")
    }
  }
}

extension TestVisitor {
  /// The text of the live region.
  fileprivate var message: String { page.element(id: "message")?.text ?? "" }
  /// The titles of the columns.
  fileprivate var columns: [String] { ["todo", "doing", "done"].map { page.element(id: "\($0)-title")?.text ?? "" } }
}

extension [HTML] {
  /// The initials and the names of the present visitors.
  fileprivate var members: String { element(id: "members")?.text ?? "" }
  /// The number of cards on the page.
  var rowCount: Int { markup.components(separatedBy: "class=\"card").count - 1 }
}
