import Counterpoint

extension BoardFeature.State {
  /// Adds a card with the entered title.
  mutating func add(to column: Column.ID, id: () -> Card.ID) {
    guard !newTitle.isBlank else {
      message = "Enter a title for the card."
      return
    }
    let card = Card(id: id(), title: newTitle)
    guard let place = $board.withLock({ $0.add(card, to: column) }) else { return }
    newTitle = ""
    message = "Added “\(card.title)”: \(text(of: place))."
  }

  /// Deletes a card.
  mutating func delete(_ id: Card.ID) {
    guard let card = $board.withLock({ $0.delete(id) }) else { return reportDeletion() }
    if editor?.original.id == id { editor = nil }
    if lastMove?.card == id { lastMove = nil }
    if selection == id { select(nil) }
    message = "Deleted “\(card.title)”."
  }

  /// Moves a card by an operation that returns the new place.
  mutating func move(_ id: Card.ID, by operation: (inout CardBoard) -> CardPlace?) {
    // Both places are read under one lock: another visitor can't move the card in between.
    let move: CardMove? = $board.withLock { board in
      guard let origin = board.place(of: id), let target = operation(&board) else { return nil }
      return CardMove(card: id, origin: origin, target: target)
    }
    guard let move, let title = board[id]?.title else { return reportDeletion() }
    guard move.origin != move.target else {
      message = "“\(title)” is at the edge of the board."
      return
    }
    lastMove = move
    message = "Moved “\(title)”: \(text(of: move.target))."
  }

  /// Moves the card of the last move back, unless another visitor has moved it since.
  mutating func undoMove() {
    guard let move = lastMove else { return }
    lastMove = nil
    let isUndone: Bool? = $board.withLock { board in
      guard let place = board.place(of: move.card) else { return nil }
      guard place.column == move.target.column else { return false }
      return board.move(move.card, to: move.origin) != nil
    }
    guard let isUndone, let title = board[move.card]?.title else { return reportDeletion() }
    message = isUndone ? "Moved “\(title)” back." : "Another visitor has moved “\(title)” since."
  }

  /// Stores what was edited.
  mutating func save() {
    guard let editor, editor.titleProblem == nil else { return }
    let isStored =
      editor.newTitle == nil && editor.newNotes == nil
      ? board[editor.original.id] != nil
      : $board.withLock { $0.edit(editor.original.id, title: editor.newTitle, notes: editor.newNotes) }
    guard isStored else { return reportDeletion() }
    self.editor = nil
    message = "Saved “\(editor.title)”."
  }

  /// Says how many cards the search has found. O(cards).
  mutating func reportFoundCards() {
    let count = board.columns.reduce(0) { $0 + (search.isEmpty ? $1.cards.count : $1.cards(matching: search).count) }
    message = count == 1 ? "1 card found." : "\(count) cards found."
  }

  /// Tells the others which card the visitor is on.
  mutating func select(_ id: Card.ID?) {
    guard selection != id else { return }
    selection = id
    guard let me else { return }
    $members.withLock { $0[id: me]?.card = id }
  }

  /// Says that another visitor has deleted the card of an action. An editor stays open, so that no text is lost.
  mutating func reportDeletion() {
    message = "Another visitor has deleted this card."
    if let selection, board[selection] == nil { select(nil) }
  }

  /// Returns the place in words, which a screen reader reads after a move.
  private func text(of place: CardPlace) -> String {
    guard let column = board.columns[id: place.column] else { return "" }
    return "\(column.title), card \(place.index + 1) of \(column.cards.count)"
  }
}
