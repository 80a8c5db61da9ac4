import Board
import Counterpoint
import CounterpointHTML
import CounterpointRoutes
import Foundation
import Testing

@testable import BoardWeb

@MainActor
@Suite struct BoardPageTests {
  private let board = Shared<CardBoard>(value: .filled(10_000))
  private let page: ViewStore<BoardPage.State, BoardPage.Action>

  init() {
    page =
      Store(initialState: BoardFeature.State(board: board)) {
        BoardFeature()
      } withDependencies: {
        $0.uuid = .incrementing
      }
      .page
  }

  @Test func aPageHasAFewRowsOfEachColumn() {
    let html = page.state.html
    #expect(html.element(id: "todo-title")?.text == "To do (3334)")
    #expect(html.rowCount == 60)
    #expect(html.element(id: "columns")?.value(of: "data-hook") == "cards")
    #expect(html.element(id: "todo")?.text.hasPrefix("Card 1MoveCard 4Move") == true)
    #expect(html.markup.utf8.count < 60_000)
  }

  @Test func aSearchShowsWhatItFinds() {
    page.send(.opened(.board(search: "card 999")))
    #expect(page.state.route == .board(search: "card 999"))
    let html = page.state.html
    #expect(html.element(id: "todo-title")?.text == "To do (3)")
    #expect(html.element(id: "doing")?.text.contains("Card 9992") == true)
    #expect(html.element(id: "doing")?.value(of: "data-window") == "doing-found")
    #expect(html.element(id: "columns")?.value(of: "data-hook") == nil)
    page.send(.searchButtonClicked)
    #expect(page.state.html.element(id: "message")?.text == "11 cards found.")
  }

  @Test func theButtonsOfAMoveAreOutsideOfTheColumns() {
    #expect(page.state.html.element(id: "mover-title") == nil)
    page.send(.select(UUID(1)))
    #expect(page.state.html.element(id: "mover-title")?.text == "Move “Card 1”")
    page.send(.move(UUID(1), .right))
    #expect(page.state.html.element(id: "mover-title")?.text == "Move “Card 1”")
    #expect(page.state.html.element(id: "message")?.text == "Moved “Card 1”: Doing, card 1 of 3334.")
    #expect(page.state.html.element(id: "doing")?.text.hasPrefix("Card 1MoveCard 2") == true)
    page.send(.select(nil))
    #expect(page.state.html.element(id: "mover-title") == nil)
    page.send(.undoButtonClicked)
    #expect(page.state.html.element(id: "todo")?.text.hasPrefix("Card 1Move") == true)
  }

  @Test func aCardHasAPage() {
    page.send(.opened(.card(UUID(5))))
    #expect(page.state.route == .card(UUID(5)))
    #expect(page.state.html.element(id: "card-title")?.text == "Card 5")
    page.send(.titleTyped(""))
    #expect(page.state.html.element(id: "field-title-problem")?.text == "Enter a title.")
    page.send(.titleTyped("Five & <b>"))
    page.send(.saveButtonClicked)
    #expect(page.state.route == .board(search: nil))
    #expect(!page.state.html.markup.contains("<b>"))
    #expect(page.state.html.element(id: "doing")?.text.contains("Five & <b>") == true)
  }

  @Test func aDeletedCardHasNoPage() {
    page.send(.opened(.card(UUID(5))))
    board.withLock { _ = $0.delete(UUID(5)) }
    let html = page.state.html
    #expect(html.text.contains("This card no longer exists."))
    #expect(html.element(id: "card-title")?.text == "Card 5")
  }

  @Test func statesAreComparedWithoutTheirCards() {
    let old = page.state
    #expect(page.state == old)
    board.withLock { _ = $0.move(UUID(1), .down) }
    #expect(page.state != old)
  }

  @Test func addressesAreReadAsTheyAreWritten() {
    #expect(ambiguities(in: BoardRoute.routes) == [])
    for route in [.board(search: nil), .board(search: "a & b"), .card(UUID(7))] as [BoardRoute] {
      let address = BoardRoute.routes.address(for: route)
      #expect(address.flatMap { BoardRoute.routes.route(for: $0) } == route)
    }
    #expect(BoardRoute.routes.route(for: "/cards/7") == nil)
  }
}
