import Counterpoint
import CounterpointTesting
import Foundation
import Testing

@testable import Board

@MainActor
@Suite struct BoardFeatureTests {
  private let a = UUID(1)
  private let b = UUID(2)
  private let missing = "This card no longer exists."

  /// A store with card 1 in "To do", and card 2 in "Doing".
  private func makeStore(_ board: Shared<CardBoard> = Shared(value: .filled(2))) -> TestStoreOf<BoardFeature> {
    TestStore(initialState: BoardFeature.State(board: board)) {
      BoardFeature()
    } withDependencies: {
      $0.uuid = .constant(UUID(9))
    }
  }

  @Test func aCardIsAdded() async {
    let store = makeStore()
    await store.send(.addButtonTapped("todo")) { $0.message = "Enter a title for the card." }
    await store.send(.newTitleChanged("Buy\nmilk")) { $0.newTitle = "Buy milk" }
    await store.send(.addButtonTapped("todo")) {
      $0.$board.withLock { _ = $0.add(Card(id: UUID(9), title: "Buy milk"), to: "todo") }
      $0.newTitle = ""
      $0.message = "Added “Buy milk”: To do, card 2 of 2."
    }
  }

  @Test func aCardIsEdited() async {
    let store = makeStore()
    await store.send(.editButtonTapped(a)) {
      $0.editor = CardEditor(Card(id: self.a, title: "Card 1"))
      $0.selection = self.a
    }
    await store.send(.titleChanged(" ")) { $0.editor?.title = " " }
    #expect(store.state.editor?.titleProblem == "Enter a title.")
    await store.send(.saveButtonTapped)
    await store.send(.titleChanged("One")) { $0.editor?.title = "One" }
    await store.send(.notesChanged("First\nline")) { $0.editor?.notes = "First\nline" }
    await store.send(.saveButtonTapped) {
      $0.$board.withLock { _ = $0.edit(self.a, title: "One", notes: "First\nline") }
      $0.editor = nil
      $0.selection = nil
      $0.message = "Saved “One”."
    }
  }

  @Test func aDismissedEditorChangesNothing() async {
    let store = makeStore()
    await store.send(.editButtonTapped(a)) {
      $0.editor = CardEditor(Card(id: self.a, title: "Card 1"))
      $0.selection = self.a
    }
    await store.send(.titleChanged("Other")) { $0.editor?.title = "Other" }
    await store.send(.editorDismissed) {
      $0.editor = nil
      $0.selection = nil
    }
  }

  @Test func twoVisitorsEditDifferentPartsOfACard() async {
    let board = Shared<CardBoard>(value: .filled(1))
    let store = makeStore(board)
    store.exhaustivity = .off
    await store.send(.editButtonTapped(a))
    await store.send(.titleChanged("One"))
    board.withLock { _ = $0.edit(a, notes: "Of another visitor") }
    await store.send(.saveButtonTapped)
    #expect(board.wrappedValue[a] == Card(id: a, title: "One", notes: "Of another visitor"))
  }

  @Test func anotherTextOfAnotherVisitorIsNotOverwrittenUnseen() async {
    let board = Shared<CardBoard>(value: .filled(1))
    let store = makeStore(board)
    // What the editor has by then is asserted by the tests of the editor.
    store.exhaustivity = .off
    await store.send(.editButtonTapped(a))
    await store.send(.notesChanged("Mine"))
    board.withLock { _ = $0.edit(a, title: "Uno", notes: "Theirs") }
    await store.send(.saveButtonTapped) {
      $0.message = "Another visitor has changed “Uno” meanwhile. Save again to replace their text."
    }
    #expect(store.state.editor?.title == "Uno")
    #expect(board.wrappedValue[a]?.notes == "Theirs")
    await store.send(.saveButtonTapped) { $0.message = "Saved “Uno”." }
    #expect(board.wrappedValue[a] == Card(id: a, title: "Uno", notes: "Mine"))
  }

  @Test func aMoveIsUndone() async {
    let store = makeStore()
    await store.send(.undoButtonTapped)
    await store.send(.moveButtonTapped(a, .right)) {
      $0.$board.withLock { _ = $0.move(self.a, .right) }
      $0.lastChange = .moved(
        self.a,
        from: CardPlace(column: "todo", index: 0),
        to: CardPlace(column: "doing", index: 0)
      )
      $0.message = "Moved “Card 1”: Doing, card 1 of 2."
    }
    await store.send(.undoButtonTapped) {
      $0.$board.withLock { _ = $0.move(self.a, .left) }
      $0.lastChange = nil
      $0.message = "Moved “Card 1” back."
    }
  }

  @Test func aMoveToTheSamePlaceIsReported() async {
    let store = makeStore()
    await store.send(.moveButtonTapped(a, .left)) { $0.message = "“Card 1” stays at its place." }
  }

  @Test func aCardIsDropped() async {
    let store = makeStore()
    await store.send(.cardDropped(b, CardPlace(column: "done", index: 7))) {
      $0.$board.withLock { _ = $0.move(self.b, .right) }
      $0.lastChange = .moved(
        self.b,
        from: CardPlace(column: "doing", index: 0),
        to: CardPlace(column: "done", index: 0)
      )
      $0.message = "Moved “Card 2”: Done, card 1 of 1."
    }
  }

  @Test func aCardIsDeletedWithItsEditor() async {
    let store = makeStore()
    // How a card is moved and opened is asserted by other tests.
    store.exhaustivity = .off
    await store.send(.moveButtonTapped(a, .right))
    await store.send(.editButtonTapped(a))
    await store.send(.deleteButtonTapped(a)) {
      $0.editor = nil
      $0.lastChange = .deleted(Card(id: self.a, title: "Card 1"), from: CardPlace(column: "doing", index: 0))
      $0.selection = nil
      $0.message = "Deleted “Card 1”."
    }
    #expect(store.state.board[a] == nil)
  }

  @Test func aDeletionIsUndone() async {
    let board = Shared<CardBoard>(value: .filled(6))
    let store = makeStore(board)
    // What a deletion changes is asserted by the test above.
    store.exhaustivity = .off
    await store.send(.deleteButtonTapped(a))
    await store.send(.undoButtonTapped) {
      $0.lastChange = nil
      $0.message = "Restored “Card 1”: To do, card 1 of 2."
    }
    #expect(board.wrappedValue.columns == CardBoard.filled(6).columns)
  }

  @Test func aSearchIsALine() async {
    let store = makeStore()
    await store.send(.searchChanged("card\n1")) { $0.search = "card 1" }
    await store.send(.searchSubmitted) { $0.message = "1 card found." }
    await store.send(.boardOpened(search: "")) { $0.search = "" }
    await store.send(.searchSubmitted) { $0.message = "2 cards found." }
  }

  // MARK: Conflicts

  @Test(
    arguments: [
      .moveButtonTapped(UUID(1), .down), .cardDropped(UUID(1), CardPlace(column: "done", index: 0)),
      .deleteButtonTapped(UUID(1)), .cardSelected(UUID(1)),
    ] as [BoardFeature.Action]
  )
  func anActionOnADeletedCardIsReported(action: BoardFeature.Action) async {
    let board = Shared<CardBoard>(value: .filled(2))
    let store = makeStore(board)
    board.withLock { _ = $0.delete(a) }
    await store.send(action) { $0.message = self.missing }
  }

  @Test func aDeletedCardCannotBeOpened() async {
    let store = makeStore()
    await store.send(.editButtonTapped(UUID(7))) {
      $0.missingCard = UUID(7)
      $0.message = self.missing
    }
    await store.send(.boardOpened(search: "")) { $0.missingCard = nil }
  }

  @Test func anEditorOfADeletedCardStaysOpen() async {
    let board = Shared<CardBoard>(value: .filled(2))
    let store = makeStore(board)
    // What the editor has by then is asserted by the tests of the editor.
    store.exhaustivity = .off
    await store.send(.editButtonTapped(a))
    await store.send(.titleChanged("Long text"))
    board.withLock { _ = $0.delete(a) }
    await store.send(.saveButtonTapped) {
      $0.message = self.missing
      $0.selection = nil
    }
    #expect(store.state.editor?.title == "Long text")
  }

  @Test func undoLeavesTheMovesOfOthers() async {
    let board = Shared<CardBoard>(value: .filled(2))
    let store = makeStore(board)
    // What the moves change is asserted by other tests.
    store.exhaustivity = .off
    await store.send(.moveButtonTapped(a, .right))
    board.withLock { _ = $0.move(a, .right) }
    await store.send(.undoButtonTapped) { $0.message = "Another visitor has moved “Card 1” since." }
    #expect(board.wrappedValue.place(of: a)?.column == "done")
    await store.send(.moveButtonTapped(a, .left))
    board.withLock { _ = $0.delete(a) }
    await store.send(.undoButtonTapped) { $0.message = self.missing }
  }

  @Test func concurrentMovesAllSurvive() async {
    let board = Shared<CardBoard>(value: .filled(300))
    await withTaskGroup { group in
      for number in 1...300 {
        group.addTask { board.withLock { _ = $0.move(UUID(number), to: CardPlace(column: "done", index: number)) } }
      }
    }
    #expect(board.wrappedValue.columns[id: "done"]?.cards.count == 300)
    #expect(Set(board.wrappedValue.columns[2].cards.ids) == Set((1...300).map { UUID($0) }))
    #expect(board.wrappedValue.revision == 300)
  }
}
