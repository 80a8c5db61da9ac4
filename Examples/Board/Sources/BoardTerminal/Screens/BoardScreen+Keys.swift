import Board
import Counterpoint
public import CounterpointTerminal

extension BoardScreen {
  /// The commands of the keys.
  enum Command: Equatable {
    case add, cancel, delete, edit, finish, moving, quit, search, undo
    case go(CardDirection)
  }

  /// The keys of the current mode.
  var keys: KeyMap<Command> {
    switch local.mode {
    case .browsing:
      let hasCard = card != nil
      return arrows(visibility: .help) + [
        KeyBinding("m", .enter, title: "Move", isEnabled: hasCard, action: .moving),
        KeyBinding("n", title: "New", action: .add),
        KeyBinding("e", title: "Edit", isEnabled: hasCard, action: .edit),
        KeyBinding("d", .delete, title: "Delete", isEnabled: hasCard, action: .delete),
        KeyBinding("u", title: "Undo", isEnabled: store.lastChange != nil, action: .undo),
        KeyBinding("/", title: "Search", action: .search),
        KeyBinding(.escape, title: "All cards", isEnabled: !store.search.isEmpty, action: .cancel),
        KeyBinding("q", title: "Quit", action: .quit),
      ]
    case .moving:
      return arrows(visibility: .bar) + [
        KeyBinding(.enter, .escape, "m", title: "Done", action: .finish),
        KeyBinding("u", title: "Undo", isEnabled: store.lastChange != nil, action: .undo),
      ]
    case .adding, .searching, .editing:
      return [
        KeyBinding(.enter, title: local.mode == .searching ? "Search" : "Save", action: .finish),
        KeyBinding(.escape, title: "Cancel", action: .cancel),
      ]
    }
  }

  private func arrows(visibility: KeyVisibility) -> KeyMap<Command> {
    [
      KeyBinding(.left, title: "Left", visibility: visibility, action: .go(.left)),
      KeyBinding(.up, title: "Up", visibility: visibility, action: .go(.up)),
      KeyBinding(.down, title: "Down", visibility: visibility, action: .go(.down)),
      KeyBinding(.right, title: "Right", visibility: visibility, action: .go(.right)),
    ]
  }

  /// Handles an event.
  ///
  /// - Parameter event: The event of the terminal.
  /// - Returns: The command for the session; `nil` to go on.
  public func command(for event: TerminalEvent) -> TerminalCommand<Never>? {
    if let command = keys.action(for: event) { return perform(command) }
    guard [.adding, .searching, .editing].contains(local.mode) else { return nil }
    if local.field.handle(event) == .edited {
      switch local.mode {
      case .searching: store.send(.searchChanged(local.field.text))
      case .editing: store.send(.titleChanged(local.field.text))
      default: break
      }
    }
    return nil
  }

  private func perform(_ command: Command) -> TerminalCommand<Never>? {
    switch command {
    case .go(let direction):
      if local.mode == .moving { moveCard(direction) } else { moveCursor(direction) }
    case .moving:
      // The cursor follows the card from now on.
      store.send(.cardSelected(card?.id))
      local.mode = .moving
    case .add:
      begin(.adding, with: "")
    case .search:
      begin(.searching, with: store.search)
    case .edit:
      guard let card else { break }
      store.send(.editButtonTapped(card.id))
      if store.editor != nil { begin(.editing, with: card.title) }
    case .delete:
      if let card { leaveCard(by: .deleteButtonTapped(card.id)) }
    case .undo:
      store.send(.undoButtonTapped)
    case .finish:
      finish()
    case .cancel:
      cancel()
    case .quit:
      return .quit
    }
    return nil
  }

  /// Moves the selected card. If another visitor has deleted it, no other card moves in its place.
  private func moveCard(_ direction: CardDirection) {
    guard let id = store.selection else { return }
    store.send(.moveButtonTapped(id, direction))
    if store.selection == nil { local.mode = .browsing }
  }

  private func begin(_ mode: LocalState.Mode, with text: String) {
    local.mode = mode
    local.field = TextField(text, limit: mode == .searching ? BoardFeature.Limit.search : BoardFeature.Limit.title)
  }

  /// Sends an action that leaves the card. The cursor stays where it is.
  func leaveCard(by action: BoardFeature.Action) {
    local.cursor = cursor
    store.send(action)
  }

  private func finish() {
    switch local.mode {
    case .adding:
      store.send(.newTitleChanged(local.field.text))
      store.send(.addButtonTapped(store.board.columns[cursor.column].id))
    case .searching:
      store.send(.searchSubmitted)
    case .editing:
      leaveCard(by: .saveButtonTapped)
      // A title is missing, or another visitor has changed it.
      if let editor = store.editor, store.board[editor.original.id] != nil { return }
      store.send(.boardOpened(search: store.search))
    case .browsing, .moving:
      break
    }
    local.mode = .browsing
  }

  private func cancel() {
    switch local.mode {
    case .editing: leaveCard(by: .editorDismissed)
    case .browsing, .searching: store.send(.searchChanged(""))
    case .adding, .moving: break
    }
    local.mode = .browsing
  }
}
