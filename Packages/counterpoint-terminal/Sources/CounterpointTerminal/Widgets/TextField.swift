/// An editable line of text, with its cursor, selection and undo.
///
/// Keep the field in the state of a terminal. Or keep its text in the feature's state, and the cursor in a
/// ``FormCursor``.
///
/// ```swift
/// var field = TextField("Blob")
/// field.handle(.key("y"))            // .edited; the text is "Bloby"
/// field.handle(.key(.control("_")))  // .edited; the text is "Blob" again
/// field.handle(.key(.home))          // .cursorMoved
/// field.handle(.key(.left))          // .unchanged
/// field.handle(.key(.tab))           // nil
/// ```
///
/// The cursor is always between grapheme clusters. One arrow key moves it past a family of emoji, and one backspace
/// deletes the family. Of a letter with vowels and tone marks, as in Thai and Hindi, a backspace deletes the last one,
/// because each has a key of its own. Fields are equal if they show the same. Comparisons ignore the edits that can be
/// undone.
public struct TextField: Hashable, Sendable {
  /// The result of an event that the field handles.
  public enum Outcome: Hashable, Sendable {
    /// The text has changed.
    case edited
    /// The cursor or the selection has changed.
    case cursorMoved
    /// There was nothing to delete, insert or undo, or the cursor was already at the end.
    case unchanged
  }

  var edited: EditedText

  /// Whether each character is shown as `•`.
  public var isPassword: Bool

  /// The text that is shown dimmed while the field is empty.
  public var placeholder: StyledText

  /// The largest number of characters; `nil` for any number. Further characters are not inserted.
  public var limit: Int?

  /// The words that complete the text. One of them is shown dimmed behind the cursor.
  public var suggestions: Suggestions

  /// The number of the shown suggestion among those that complete the text.
  private var suggestionNumber = 0

  /// Creates a field.
  ///
  /// - Parameters:
  ///   - text: The initial text.
  ///   - cursor: The number of characters before the cursor, clamped to the length of the text; `nil` is the end.
  ///   - isPassword: Whether each character is shown as `•`.
  ///   - placeholder: The text that is shown while the field is empty.
  ///   - limit: The largest number of characters; `nil` for any number. A longer initial text is kept.
  ///   - suggestions: The words that complete the text.
  /// - Complexity: O(`cursor`), and O(1) for the end.
  public init(
    _ text: String = "",
    cursor: Int? = nil,
    isPassword: Bool = false,
    placeholder: StyledText = "",
    limit: Int? = nil,
    suggestions: Suggestions = []
  ) {
    let offset = cursor.map { cursor in
      let index = text.index(text.startIndex, offsetBy: max(cursor, 0), limitedBy: text.endIndex) ?? text.endIndex
      return text.utf8.distance(from: text.startIndex, to: index)
    }
    self.init(EditedText(line: text, offset: offset), isPassword: isPassword, placeholder: placeholder)
    self.limit = limit
    self.suggestions = suggestions
  }

  /// Creates a field for a text with its cursor and history.
  init(_ edited: EditedText, isPassword: Bool, placeholder: StyledText) {
    self.edited = edited
    self.isPassword = isPassword
    self.placeholder = placeholder
    suggestions = []
  }

  /// The text. The initial text is kept as given. Typed and pasted text has no line breaks and no control characters.
  public var text: String { edited.lines[0] }

  /// The number of characters before the cursor: from 0 to the number of characters in ``text``.
  ///
  /// - Complexity: O(n), where n is the number of characters before the cursor.
  public var cursor: Int { text.distance(from: text.startIndex, to: edited.index(of: edited.cursor)) }

  /// The selected text. Empty if no text is selected.
  public var selectedText: String { edited.selection.map { edited.text(in: $0) } ?? "" }

  /// The suggestion that completes the text; `nil` if there is none, or if the cursor is not at the end.
  ///
  /// - Complexity: O(log n), where n is the number of suggestions.
  public var suggestion: String? {
    guard !isPassword, edited.selection == nil, edited.cursor.offset == text.utf8.count else { return nil }
    let completions = suggestions.completions(of: text)
    guard !completions.isEmpty else { return nil }
    let number = (suggestionNumber % completions.count + completions.count) % completions.count
    return suggestions.words[completions.lowerBound + number]
  }
}

extension TextField {
  /// The keys of a text field. A typed character without a key here is inserted.
  public static let keys: KeyMap<EditCommand> =
    EditCommand.commonKeys
    + KeyMap([
      KeyBinding(.control("n"), title: "Next suggestion", visibility: .help, action: .suggest(1)),
      KeyBinding(.control("p"), title: "Previous suggestion", visibility: .help, action: .suggest(-1)),
    ])

  /// Edits the text, or moves the cursor.
  ///
  /// | key | effect |
  /// | --- | --- |
  /// | a character | replaces the selection, or inserts it before the cursor |
  /// | left, right | move the cursor by a character |
  /// | left, right with control; Alt-B, Alt-F | move the cursor to the start or the end of a word |
  /// | home, Ctrl-A; end, Ctrl-E | move the cursor to the start or the end |
  /// | these keys with shift; Alt-A | select text, or the whole text |
  /// | backspace, delete | delete the selection, or a character before or after the cursor |
  /// | Ctrl-U, Ctrl-K | delete everything before or after the cursor |
  /// | Ctrl-W, Alt-backspace | delete the word before the cursor, and the blanks between them |
  /// | Alt-D, Ctrl-delete | delete the word after the cursor, and the blanks between them |
  /// | Ctrl-_ (or Ctrl-/), Ctrl-Z; Ctrl-Y | undo and redo an edit. A session with job control delivers no Ctrl-Z |
  /// | right, end, Ctrl-E at the end | insert the rest of the suggestion |
  /// | Ctrl-N, Ctrl-P | show the next or the previous suggestion |
  ///
  /// Pasted text is inserted as one line. Line breaks at its ends are removed. Other line breaks and tabs become
  /// blanks. Control characters and directional overrides are removed.
  ///
  /// - Parameter event: The event of the terminal.
  /// - Returns: The outcome; `nil` if the field ignores the event.
  /// - Complexity: Moving the cursor is O(k), where k is the number of characters that it passes. An edit is amortized
  ///   O(1) at the end of the text. Elsewhere it moves the bytes behind the cursor. At the limit, an insertion counts
  ///   the characters.
  @discardableResult
  public mutating func handle(_ event: TerminalEvent) -> Outcome? {
    switch event {
    case .key(let key):
      if let command = Self.keys.action(for: event) { return perform(command) }
      guard case .character(let character) = key.code, key.modifiers.subtracting(.shift).isEmpty else { return nil }
      return insert(PastedText.oneLine(String(character)), isTyped: true)
    case .paste(let text): return insert(PastedText.oneLine(text), isTyped: false)
    case .mouse, .resize, .resumed, .interrupted: return nil
    }
  }

  /// Performs a command, for programs with other keys.
  ///
  /// - Parameter command: The command. Line breaks are not inserted.
  /// - Returns: The outcome.
  @discardableResult
  public mutating func perform(_ command: EditCommand) -> Outcome {
    let (cursor, selection) = (edited.cursor, edited.selection)
    switch command {
    case .move(let movement):
      if [.right, .wordEnd, .lineEnd].contains(movement), let rest = restOfSuggestion {
        return insert(rest, isTyped: false)
      }
      edited.move(movement)
    case .select(let movement): edited.select(movement)
    case .selectAll: edited.selectAll()
    case .delete(let movement): return edited.delete(movement) ? noteEdit() : .unchanged
    case .undo: return edited.undo() ? noteEdit() : .unchanged
    case .redo: return edited.redo() ? noteEdit() : .unchanged
    case .suggest(let step): suggestionNumber += step
    case .insertLineBreak: return .unchanged
    }
    return edited.cursor == cursor && edited.selection == selection ? .unchanged : .cursorMoved
  }

  /// The text that the shown suggestion adds; `nil` if there is none.
  var restOfSuggestion: String? { suggestion.map { String($0.dropFirst(text.count)) } }

  private mutating func insert(_ addition: String, isTyped: Bool) -> Outcome {
    let accepted = withinLimit(addition, isTyped: isTyped)
    guard !accepted.isEmpty else {
      if isTyped { edited.refuse() }
      return .unchanged
    }
    edited.insert(accepted, isTyped: isTyped)
    return noteEdit()
  }

  private mutating func noteEdit() -> Outcome {
    suggestionNumber = 0
    return .edited
  }

  /// Returns the beginning of a text that may be inserted in place of the selection.
  private func withinLimit(_ addition: String, isTyped: Bool) -> String {
    // A character has at least one byte, so a short text needs no count.
    guard let limit, text.utf8.count + addition.utf8.count > limit else { return addition }
    let end = TextPosition(line: 0, offset: text.utf8.count)
    let range = edited.selection ?? edited.cursor..<edited.cursor
    let before = edited.text(in: TextPosition(line: 0, offset: 0)..<range.lowerBound)
    let after = edited.text(in: range.upperBound..<end)
    let room = limit - (before + after).count
    // An accent joins the character before it, so the sum of two counts can be too high.
    let added = (before + addition + after).count - (before + after).count
    // An accent of a letter that was refused would join another letter.
    if isTyped, edited.hasRefused, added <= 0 { return "" }
    return added <= room ? addition : String(addition.prefix(max(room, 0)))
  }
}
