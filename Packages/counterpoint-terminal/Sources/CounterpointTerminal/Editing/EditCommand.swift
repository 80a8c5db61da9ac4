/// A command of a widget with editable text.
public enum EditCommand: Hashable, Sendable {
  /// Moves the cursor, and ends the selection. A move to the left or right goes to that end of a selection.
  case move(TextMovement)
  /// Moves the cursor, and extends the selection.
  case select(TextMovement)
  /// Selects the whole text.
  case selectAll
  /// Deletes the selection, or the text between the cursor and the destination of a movement.
  case delete(TextMovement)
  /// Inserts a line break in place of the selection.
  case insertLineBreak
  /// Reverts the last edit. The characters of a typed word are one edit.
  case undo
  /// Repeats the edit that was undone last.
  case redo
  /// Shows another suggestion: 1 is the next one, -1 the previous one.
  case suggest(Int)
}

/// A movement of a cursor in a text.
public enum TextMovement: Hashable, Sendable, CaseIterable {
  /// By a character to the left.
  case left
  /// By a character to the right.
  case right
  /// To the start of the word on the left.
  case wordStart
  /// To the end of the word on the right.
  case wordEnd
  /// To the start of the line.
  case lineStart
  /// To the end of the line.
  case lineEnd
  /// To the line above, in the same column.
  case up
  /// To the line below, in the same column.
  case down
  /// By a page of lines up.
  case pageUp
  /// By a page of lines down.
  case pageDown
  /// To the start of the text.
  case start
  /// To the end of the text.
  case end
}

extension EditCommand {
  /// The keys of all widgets with editable text.
  static let commonKeys: KeyMap<EditCommand> = [
    KeyBinding(.left, title: "Left", visibility: .help, action: .move(.left)),
    KeyBinding(.right, title: "Right", visibility: .help, action: .move(.right)),
    KeyBinding(
      Key.left.with(.control),
      .alt("b"),
      title: "Start of the word",
      visibility: .help,
      action: .move(.wordStart)
    ),
    KeyBinding(
      Key.right.with(.control),
      .alt("f"),
      title: "End of the word",
      visibility: .help,
      action: .move(.wordEnd)
    ),
    KeyBinding(.home, .control("a"), title: "Start of the line", visibility: .help, action: .move(.lineStart)),
    KeyBinding(.end, .control("e"), title: "End of the line", visibility: .help, action: .move(.lineEnd)),
    KeyBinding(Key.left.with(.shift), title: "Select to the left", visibility: .help, action: .select(.left)),
    KeyBinding(Key.right.with(.shift), title: "Select to the right", visibility: .help, action: .select(.right)),
    KeyBinding(
      Key.left.with([.control, .shift]),
      title: "Select to the start of the word",
      visibility: .help,
      action: .select(.wordStart)
    ),
    KeyBinding(
      Key.right.with([.control, .shift]),
      title: "Select to the end of the word",
      visibility: .help,
      action: .select(.wordEnd)
    ),
    KeyBinding(Key.home.with(.shift), title: "Select to the start", visibility: .help, action: .select(.lineStart)),
    KeyBinding(Key.end.with(.shift), title: "Select to the end", visibility: .help, action: .select(.lineEnd)),
    KeyBinding(.alt("a"), title: "Select all", visibility: .help, action: .selectAll),
    KeyBinding(.backspace, title: "Delete the character before", visibility: .help, action: .delete(.left)),
    KeyBinding(.delete, title: "Delete the character after", visibility: .help, action: .delete(.right)),
    KeyBinding(.control("u"), title: "Delete to the start", visibility: .help, action: .delete(.lineStart)),
    KeyBinding(.control("k"), title: "Delete to the end", visibility: .help, action: .delete(.lineEnd)),
    KeyBinding(
      .control("w"),
      Key.backspace.with(.alt),
      title: "Delete the word before",
      visibility: .help,
      action: .delete(.wordStart)
    ),
    KeyBinding(
      .alt("d"),
      Key.delete.with(.control),
      title: "Delete the word after",
      visibility: .help,
      action: .delete(.wordEnd)
    ),
    // A session with job control delivers no Ctrl-Z.
    KeyBinding(.control("_"), .control("z"), title: "Undo", visibility: .help, action: .undo),
    KeyBinding(.control("y"), title: "Redo", visibility: .help, action: .redo),
  ]
}
