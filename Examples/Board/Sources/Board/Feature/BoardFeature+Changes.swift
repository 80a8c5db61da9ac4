import Counterpoint

extension BoardFeature.State {
  /// Adds a card with the entered title.
  mutating func add(to column: Column.ID, id: Card.ID) {
    guard !newTitle.isBlank else {
      message = "Enter a title for the card."
      return
    }
    let card = Card(id: id, title: newTitle)
    guard let place = change({ $0.add(card, to: column) }) else { return }
    newTitle = ""
    message = "Added “\(card.title)”: \(text(of: place))."
  }

  /// Deletes a card.
  mutating func delete(_ id: Card.ID) {
    let deletion: (card: Card, place: CardPlace)? = change { board in
      guard let place = board.place(of: id), let card = board.delete(id) else { return nil }
      return (card, place)
    }
    guard let (card, place) = deletion else { return }
    if editor?.original.id == id { editor = nil }
    if selection == id { select(nil) }
    lastChange = .deleted(card, from: place)
    message = "Deleted “\(card.title)”."
  }

  /// Moves a card by an operation that returns the new place.
  mutating func move(_ id: Card.ID, by operation: (inout CardBoard) -> CardPlace?) {
    // Both places are read under one lock, because another visitor could move the card in between.
    let move: (origin: CardPlace, target: CardPlace, title: String)? = change { board in
      guard let title = board[id]?.title, let origin = board.place(of: id) else { return nil }
      return operation(&board).map { (origin, $0, title) }
    }
    guard let move else { return }
    guard move.origin != move.target else {
      message = "“\(move.title)” stays at its place."
      return
    }
    lastChange = .moved(id, from: move.origin, to: move.target)
    message = "Moved “\(move.title)”: \(text(of: move.target))."
  }

  /// Undoes the last change, unless another visitor has moved the card to another column since. Other cards may have
  /// shifted it within its column, so its index says nothing.
  mutating func undo() {
    switch lastChange {
    case .moved(let id, let origin, let target):
      let undo: (title: String, isMoved: Bool)? = change { board in
        guard let title = board[id]?.title else { return nil }
        guard board.place(of: id)?.column == target.column else { return (title, false) }
        return (title, board.move(id, to: origin) != nil)
      }
      guard let undo else { break }
      message = undo.isMoved ? "Moved “\(undo.title)” back." : "Another visitor has moved “\(undo.title)” since."
    case .deleted(let card, let origin):
      guard let place = change({ $0.insert(card, at: origin) }) else { break }
      message = "Restored “\(card.title)”: \(text(of: place))."
    case nil:
      return
    }
    if $board.saveError == nil { lastChange = nil }
  }

  /// Changes the board. A failure is reported to the visitor: the card does not exist, or the file can't be written.
  ///
  /// - Parameter operation: The change. It runs on the newest board, and again after a conflict with another program.
  /// - Returns: The result of the change; `nil` after a failure, which leaves the board as it was.
  mutating func change<Result>(_ operation: (inout CardBoard) -> Result?) -> Result? {
    let result = $board.withLock(operation)
    if $board.saveError != nil {
      message = "The change can't be stored. Try again later."
      return nil
    }
    if result == nil { reportMissingCard() }
    return result
  }

  /// Says that the card of an action does not exist. An editor stays open, because its text would be lost.
  mutating func reportMissingCard() {
    message = "This card no longer exists."
    if let selection, board[selection] == nil { select(nil) }
  }

  /// Says how many cards the search has found. O(cards).
  mutating func reportFoundCards() {
    let count = search.isEmpty ? board.cardCount : board.columns.reduce(0) { $0 + $1.cards(matching: search).count }
    message = count == 1 ? "1 card found." : "\(count) cards found."
  }

  /// Returns the place in words, which a screen reader reads after a move.
  private func text(of place: CardPlace) -> String {
    guard let column = board.columns[id: place.column] else { return "" }
    return "\(column.title), card \(place.index + 1) of \(column.cards.count)"
  }
}
