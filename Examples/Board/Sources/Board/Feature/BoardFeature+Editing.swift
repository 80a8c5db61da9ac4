import Counterpoint

extension BoardFeature.State {
  /// Opens the editor of a card.
  mutating func edit(_ id: Card.ID) {
    message = ""
    editor = board[id].map(CardEditor.init)
    missingCard = editor == nil ? id : nil
    if editor == nil { reportMissingCard() } else { select(id) }
  }

  /// Stores what was edited, and closes the editor.
  mutating func save() {
    guard let editor, editor.titleProblem == nil else { return }
    let result: (card: Card, isSaved: Bool)? = change { board in
      guard let card = board[editor.original.id] else { return nil }
      guard !editor.conflicts(with: card) else { return (card, false) }
      return board.edit(card.id, title: editor.newTitle, notes: editor.newNotes).map { ($0, true) }
    }
    guard let (card, isSaved) = result else { return }
    if isSaved {
      closeEditor()
      message = "Saved “\(card.title)”."
    } else {
      self.editor?.rebase(on: card)
      message = "Another visitor has changed “\(card.title)” meanwhile. Save again to replace their text."
    }
  }

  /// Closes the editor, and leaves its card.
  mutating func closeEditor() {
    editor = nil
    missingCard = nil
    select(nil)
  }
}

extension BoardFeature.State {
  /// Adds this visitor to the members, unless they have left meanwhile.
  mutating func arrive(_ id: Member.ID) {
    guard me == id else { return }
    // The address of a card selects it before the visitor has arrived.
    $members.withLock { [selection] in $0.join(id, on: selection) }
  }

  /// Tells the others which card the visitor is on.
  mutating func select(_ id: Card.ID?) {
    guard selection != id else { return }
    selection = id
    guard let me else { return }
    $members.withLock { $0[id: me]?.card = id }
  }

  /// Changes the name that the others see.
  mutating func rename(to name: String) {
    guard let me, !name.isBlank else { return }
    $members.withLock { $0[id: me]?.name = name.line(limit: BoardFeature.Limit.name) }
  }

  /// Says which name the others see.
  mutating func reportName() {
    guard let me, let name = members[id: me]?.name else { return }
    message = "The others see you as “\(name)”."
  }
}
