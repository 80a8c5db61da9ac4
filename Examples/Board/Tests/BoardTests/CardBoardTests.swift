import Board
import Counterpoint
import Foundation
import Testing

@Suite struct CardBoardTests {
  private let a = UUID(1)
  private let b = UUID(2)
  private let c = UUID(3)

  /// a and b in "To do", c in "Doing".
  private var board: CardBoard {
    CardBoard(
      columns: [
        Column(id: "todo", title: "To do", cards: [Card(id: a, title: "A"), Card(id: b, title: "B")]),
        Column(id: "doing", title: "Doing", cards: [Card(id: c, title: "C")]),
      ]
    )
  }

  @Test func cardsAreAddedAtTheBottom() {
    var board = board
    #expect(board.add(Card(id: UUID(4), title: "D"), to: "todo") == CardPlace(column: "todo", index: 2))
    #expect(board.titles == ["todo: A B D", "doing: C"])
    #expect(board.add(Card(id: a, title: "A again"), to: "doing") == nil)
    #expect(board.add(Card(id: UUID(5), title: "E"), to: "nowhere") == nil)
    #expect(board.revision == 1)
    #expect(board.cardCount == 4)
  }

  @Test func editsLeaveTheRest() {
    var board = board
    #expect(board.edit(b, notes: "Notes") == Card(id: b, title: "B", notes: "Notes"))
    #expect(board.edit(b, title: "B2") == Card(id: b, title: "B2", notes: "Notes"))
    #expect(board[b] == Card(id: b, title: "B2", notes: "Notes"))
    #expect(board.edit(UUID(9), title: "None") == nil)
    #expect(board.revision == 2)
    #expect(board.edit(b) == board[b])
    #expect(board.revision == 2)
  }

  @Test func deletedCardsAreGone() {
    var board = board
    #expect(board.delete(a)?.title == "A")
    #expect(board.delete(a) == nil)
    #expect(board[a] == nil)
    #expect(board.place(of: b) == CardPlace(column: "todo", index: 0))
    #expect(board.revision == 1)
    #expect(board.insert(Card(id: a, title: "A"), at: CardPlace(column: "todo", index: 9))?.index == 1)
    #expect(board.insert(Card(id: a, title: "A"), at: CardPlace(column: "doing", index: 0)) == nil)
    #expect(board.titles == ["todo: B A", "doing: C"])
    #expect(board.revision == 2)
  }

  @Test func aMoveByOneStaysOnTheBoard() {
    var board = board
    #expect(board.move(a, .down) == CardPlace(column: "todo", index: 1))
    #expect(board.titles == ["todo: B A", "doing: C"])
    #expect(board.move(a, .down) == CardPlace(column: "todo", index: 1))
    #expect(board.move(a, .left) == CardPlace(column: "todo", index: 1))
    #expect(board.revision == 1)
    #expect(board.move(a, .right) == CardPlace(column: "doing", index: 1))
    #expect(board.move(a, .up) == CardPlace(column: "doing", index: 0))
    #expect(board.titles == ["todo: B", "doing: A C"])
    #expect(board.move(UUID(9), .up) == nil)
  }

  @Test(
    arguments: [
      (1, "todo", 0, ["todo: A B", "doing: C"]), (1, "todo", 1, ["todo: B A", "doing: C"]),
      (1, "doing", 0, ["todo: B", "doing: A C"]), (1, "doing", 99, ["todo: B", "doing: C A"]),
      (3, "todo", -5, ["todo: C A B", "doing:"]), (3, "todo", 1, ["todo: A C B", "doing:"]),
    ]
  )
  func aMoveToAPlaceStaysInTheColumn(card: Int, column: String, index: Int, titles: [String]) {
    var board = board
    let place = board.move(UUID(card), to: CardPlace(column: column, index: index))
    #expect(place == board.place(of: UUID(card)))
    #expect(board.titles == titles)
    #expect(board.move(UUID(card), to: CardPlace(column: "nowhere", index: 0)) == nil)
    #expect(board.titles == titles)
  }

  @Test func theBoardIsStoredAsItIs() throws {
    var board = board
    _ = board.edit(a, notes: "Line\nline")
    #expect(try JSONDecoder().decode(CardBoard.self, from: JSONEncoder().encode(board)) == board)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(CardBoard.self, from: Data(#"{"columns":[],"revision":0}"#.utf8))
    }
  }

  @Test func aSearchFindsTitlesInAnyCase() {
    let column = CardBoard.filled(10_000).columns[0]
    #expect(column.cards(matching: "CARD 9991").map(\.title) == ["Card 9991"])
    #expect(column.cards(matching: "none") == [])
  }

  @Test func aFilledBoardHasEqualColumns() {
    let board = CardBoard.filled(10_000)
    #expect(board.columns.map(\.cards.count) == [3334, 3333, 3333])
    #expect(board.place(of: UUID(10_000)) == CardPlace(column: "todo", index: 3333))
    #expect(board.revision == 0)
  }
}

extension CardBoard {
  /// The titles of the cards by their columns.
  var titles: [String] {
    columns.map { column in (["\(column.id):"] + column.cards.map(\.title)).joined(separator: " ") }
  }
}
