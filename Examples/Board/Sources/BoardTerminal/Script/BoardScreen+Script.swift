import Board
public import Counterpoint
public import CounterpointTerminal

extension BoardScreen {
  /// Performs the intent of a line through the same store as the keyboard.
  ///
  /// - Parameter line: The line.
  /// - Returns: The started effects.
  /// - Throws: `ScriptError` if the intent is not possible now. The line has no effect then.
  public func perform(_ line: Script<BoardIntent>.Line) throws(ScriptError) -> [StoreTask] {
    switch line.intent {
    case .add(let title):
      store.send(.newTitleChanged(title))
      store.send(.addButtonTapped(store.board.columns[cursor.column].id))
    case .delete:
      leaveCard(by: .deleteButtonTapped(try card(line).id))
    case .move(let direction):
      let card = try card(line)
      store.send(.cardSelected(card.id))
      store.send(.moveButtonTapped(card.id, direction))
    case .quit:
      break
    case .rename(let title):
      store.send(.editButtonTapped(try card(line).id))
      store.send(.titleChanged(title))
      leaveCard(by: .saveButtonTapped)
    case .search(let text):
      store.send(.searchChanged(text))
      store.send(.searchSubmitted)
    case .select(let title):
      let found = store.board.columns.lazy.compactMap { column in column.cards.first { $0.title == title } }.first
      guard let found else { throw ScriptError(line: line.number, reason: "there is no card '\(title)'") }
      store.send(.cardSelected(found.id))
    case .undo:
      guard store.lastChange != nil else { throw ScriptError(line: line.number, reason: "there is no change to undo") }
      store.send(.undoButtonTapped)
    }
    return []
  }

  private func card(_ line: Script<BoardIntent>.Line) throws(ScriptError) -> Card {
    guard let card else { throw ScriptError(line: line.number, reason: "there is no card at the cursor") }
    return card
  }
}
