import Board
import Counterpoint
import CounterpointTerminal
import CounterpointTerminalTestSupport
import Foundation
import Testing

@testable import BoardTerminal

@MainActor
@Suite struct BoardScreenTests {
  private let person = Person()

  @Test func theBoardAsItIsShown() throws {
    person.store.withState { state in
      state.$members.withLock {
        $0 = [
          Member(id: UUID(20), name: "Visitor 1", color: .blue),
          Member(id: UUID(21), name: "Blob Jr.", color: .green, card: UUID(2)),
        ]
      }
    }
    try expectScreen(person.visible, named: "1-start", size: Person.size)
    person.press(.down, "m")
    try expectScreen(person.visible, named: "2-moving", size: Person.size)
    person.press(.right, .up)
    try expectScreen(person.visible, named: "3-moved", size: Person.size)
    person.press(.enter, "e", .control("u"))
    try expectScreen(person.visible, named: "4-no-title", size: Person.size)
    person.press(.escape, "/")
    person.type("card 4")
    try expectScreen(person.visible, named: "5-search", size: Person.size)
  }

  @Test func aLongColumnScrolls() throws {
    let person = Person(cards: 10_000)
    person.press(.right)
    for _ in 0..<20 { person.press(.down) }
    try expectScreen(person.visible, named: "long-column", size: Person.size)
  }

  @Test func theArrowKeysMoveTheCardInMoveMode() {
    person.press("m", .right, .down)
    #expect(person.titles == [["Card 4"], ["Card 2", "Card 1", "Card 5"], ["Card 3"]])
    person.press("u", .enter)
    #expect(person.titles == [["Card 4"], ["Card 1", "Card 2", "Card 5"], ["Card 3"]])
    person.press(.left)
    #expect(person.store.selection == UUID(4))
  }

  @Test func theCursorFollowsItsCard() {
    person.press(.down)
    #expect(person.store.selection == UUID(4))
    person.board.withLock { _ = $0.move(UUID(4), to: CardPlace(column: "done", index: 1)) }
    person.press("d")
    #expect(person.titles == [["Card 1"], ["Card 2", "Card 5"], ["Card 3"]])
    #expect(person.text.contains("Deleted “Card 4”."))
    #expect(person.text.contains("› Card 3"))
  }

  @Test func cardsAreAddedAndRenamed() {
    person.press(.right, "n")
    person.type("Milk")
    person.press(.enter)
    #expect(person.titles[1] == ["Card 2", "Card 5", "Milk"])
    person.press(.down, .down, "e")
    person.type(" and eggs")
    person.press(.enter)
    #expect(person.titles[1] == ["Card 2", "Card 5", "Milk and eggs"])
    person.press("e", "x", .escape)
    #expect(person.titles[1] == ["Card 2", "Card 5", "Milk and eggs"])
    #expect(person.store.editor == nil)
    person.press("n", "q", .escape)
    #expect(person.board.wrappedValue.cardCount == 6)
  }

  @Test func aSearchIsShownWhileItIsTyped() {
    person.press("/")
    person.type("D 5")
    #expect(person.text.contains("Doing (1)"))
    person.press(.enter)
    #expect(person.text.contains("1 card found."))
    #expect(person.text.contains("Cards with “D 5”"))
    person.press(.right, "m", .right)
    #expect(person.titles[2] == ["Card 3", "Card 5"])
    person.press(.enter, .escape)
    #expect(person.store.search == "")
  }

  @Test func aDeletedCardIsReported() {
    person.press("m")
    person.board.withLock { _ = $0.delete(UUID(1)) }
    person.press(.right)
    #expect(person.text.contains("This card no longer exists."))
    #expect(person.titles == [["Card 4"], ["Card 2", "Card 5"], ["Card 3"]])
    person.press("e")
    person.type("!")
    person.board.withLock { board in
      for number in 2...5 { _ = board.delete(UUID(number)) }
    }
    person.press(.enter)
    #expect(person.text.contains("This card no longer exists."))
    #expect(!person.press("d"))
    #expect(person.press("q"))
  }

  @Test func noKeyHasTwoMeanings() {
    for key in ["m", "/", "e", "n"] as [Key] {
      let person = Person()
      #expect(person.screen.keys.conflictingKeys.isEmpty)
      person.press(key)
      #expect(person.screen.keys.conflictingKeys.isEmpty)
    }
  }
}
