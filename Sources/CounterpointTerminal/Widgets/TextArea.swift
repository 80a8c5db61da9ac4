/// Editable lines of text, with a cursor, a selection and undo.
///
/// Keep it in the state of a terminal, and pass its text on when the user has finished:
///
/// ```swift
/// var notes = TextArea("First line\nSecond line")
/// notes.handle(.key(.down), size: size)   // .cursorMoved
/// notes.handle(.key(.enter), size: size)  // .edited
/// notes.text                              // "First line\n\nSecond line"
/// ```
///
/// Lines are not wrapped. If the cursor is behind the right edge, all lines are scrolled to the left. Text areas are
/// equal if they have the same text, cursor and selection.
public struct TextArea: Hashable, Sendable {
  /// The result of an event that the text area handles.
  public typealias Outcome = TextField.Outcome

  private var edited: EditedText

  /// The first visible line after the last event. Another line becomes the first one if otherwise the cursor would be
  /// hidden.
  public private(set) var firstRow = 0

  /// The text that is shown dimmed while there is no text.
  public var placeholder: StyledText

  /// Creates a text area with the cursor at the start.
  ///
  /// - Parameters:
  ///   - text: The initial text. All line breaks become `\n`. Control characters are removed, except tabs.
  ///   - placeholder: The text that is shown while there is no text.
  public init(_ text: String = "", placeholder: StyledText = "") {
    edited = EditedText(lines: PastedText.lines(text))
    self.placeholder = placeholder
  }

  /// The lines of the text. There is at least one.
  public var lines: [String] { edited.lines }

  /// The lines, with `\n` between them.
  ///
  /// - Complexity: O(n), where n is the length of the text.
  public var text: String { edited.lines.joined(separator: "\n") }

  /// The line of the cursor, counted from 0.
  public var cursorLine: Int { edited.cursor.line }

  /// The selected text. Empty if no text is selected.
  public var selectedText: String { edited.selection.map { edited.text(in: $0) } ?? "" }
}

extension TextArea {
  /// The keys of a text area, besides those of a text field. A typed character without a key is inserted.
  public static let keys: KeyMap<EditCommand> =
    EditCommand.commonKeys
    + KeyMap([
      KeyBinding(.up, title: "Line above", visibility: .help, action: .move(.up)),
      KeyBinding(.down, title: "Line below", visibility: .help, action: .move(.down)),
      KeyBinding(Key.up.with(.shift), title: "Select to the line above", visibility: .help, action: .select(.up)),
      KeyBinding(Key.down.with(.shift), title: "Select to the line below", visibility: .help, action: .select(.down)),
      KeyBinding(.pageUp, title: "Page up", visibility: .help, action: .move(.pageUp)),
      KeyBinding(.pageDown, title: "Page down", visibility: .help, action: .move(.pageDown)),
      KeyBinding(Key.home.with(.control), title: "Start of the text", visibility: .help, action: .move(.start)),
      KeyBinding(Key.end.with(.control), title: "End of the text", visibility: .help, action: .move(.end)),
      KeyBinding(.enter, title: "New line", visibility: .help, action: .insertLineBreak),
    ])

  /// Edits the text, or moves the cursor.
  ///
  /// The keys are those of ``TextField/handle(_:)`` for each line. Up, down, page up, page down, and home and end with
  /// control move the cursor to other lines, shift with up and down selects lines, and return inserts a line break. A
  /// click moves the cursor, and the wheel moves it by three lines.
  ///
  /// - Parameters:
  ///   - event: The event of the terminal. The position of a mouse event is relative to the text area.
  ///   - size: The available space.
  /// - Returns: The outcome; `nil` if the text area ignores the event.
  /// - Complexity: An edit is O(n), where n is the number of bytes behind the cursor in its line. An edit that adds or
  ///   removes a line also moves the references to the lines behind it.
  @discardableResult
  public mutating func handle(_ event: TerminalEvent, size: TerminalSize) -> Outcome? {
    let before = (edited.cursor, edited.selection)
    switch event {
    case .key(let key):
      if let command = Self.keys.action(for: event) {
        return perform(command, height: size.rows)
      }
      guard case .character(let character) = key.code, key.modifiers.subtracting(.shift).isEmpty else { return nil }
      edited.insert(PastedText.lines(String(character)), isTyped: true)
      return finish(.edited, height: size.rows)
    case .paste(let text):
      let text = PastedText.lines(text)
      guard !text.isEmpty else { return .unchanged }
      edited.insert(text, isTyped: false)
      return finish(.edited, height: size.rows)
    case .mouse(let mouse):
      switch mouse.kind {
      case .press(.left): moveCursor(to: mouse.position, size: size)
      case .scrollUp: for _ in 0..<MouseEvent.wheelRows { edited.move(.up) }
      case .scrollDown: for _ in 0..<MouseEvent.wheelRows { edited.move(.down) }
      default: return nil
      }
      return finish((edited.cursor, edited.selection) == before ? .unchanged : .cursorMoved, height: size.rows)
    case .resize, .resumed, .interrupted: return nil
    }
  }

  /// Performs a command, for programs with other keys.
  ///
  /// - Parameters:
  ///   - command: The command.
  ///   - height: The number of lines that fit.
  /// - Returns: The outcome.
  @discardableResult
  public mutating func perform(_ command: EditCommand, height: Int) -> Outcome {
    let (cursor, selection) = (edited.cursor, edited.selection)
    switch command {
    case .move(let movement): edited.move(movement, page: max(height - 1, 1))
    case .select(let movement): edited.select(movement, page: max(height - 1, 1))
    case .selectAll: edited.selectAll()
    case .delete(let movement):
      return finish(edited.delete(movement) ? .edited : .unchanged, height: height)
    case .insertLineBreak:
      edited.insert("\n", isTyped: false)
      return finish(.edited, height: height)
    case .undo: return finish(edited.undo() ? .edited : .unchanged, height: height)
    case .redo: return finish(edited.redo() ? .edited : .unchanged, height: height)
    case .suggest: return .unchanged
    }
    return finish(
      edited.cursor == cursor && edited.selection == selection ? .unchanged : .cursorMoved,
      height: height
    )
  }

  /// Scrolls as far as necessary to show the cursor.
  private mutating func finish(_ outcome: Outcome, height: Int) -> Outcome {
    firstRow = visibleRows(height: height).lowerBound
    return outcome
  }

  private mutating func moveCursor(to position: ScreenPosition, size: TerminalSize) {
    edited.moveCursor(
      toLine: visibleRows(height: size.rows).lowerBound + position.row,
      column: firstColumn(width: size.columns) + position.column
    )
  }
}

extension TextArea {
  /// Returns the visible lines as a part of the screen.
  ///
  /// - Parameters:
  ///   - size: The available space.
  ///   - isFocused: Whether to show the cursor and the selection.
  /// - Returns: A screen with one line for each visible line of the text.
  /// - Complexity: O(n), where n is the length of the visible lines.
  public func screen(size: TerminalSize, isFocused: Bool) -> Screen {
    guard size.columns > 0, size.rows > 0 else { return Screen() }
    let cursor = isFocused ? ScreenPosition(column: 0, row: 0) : nil
    if lines == [""] {
      let hint = (placeholder.lines.first ?? "").styled(Theme.current.muted)
      return Screen([hint.clipped(to: size.columns)], cursor: cursor)
    }
    let rows = visibleRows(height: size.rows)
    let first = isFocused ? firstColumn(width: size.columns) : 0
    let shown = rows.map { row in
      line(row, hasSelection: isFocused).columns(first..<first + size.columns)
    }
    return Screen(
      shown,
      cursor: cursor.map { _ in
        ScreenPosition(column: edited.column - first, row: edited.cursor.line - rows.lowerBound)
      }
    )
  }

  private func visibleRows(height: Int) -> Range<Int> {
    ScrollingList(selection: edited.cursor.line, firstRow: firstRow).visibleRows(count: lines.count, height: height)
  }

  /// The first visible column. The cursor behind the last character of a line needs a column too.
  private func firstColumn(width: Int) -> Int {
    let column = edited.column
    return column < width ? 0 : column - width / 2
  }

  private func line(_ number: Int, hasSelection: Bool) -> StyledText {
    let text = lines[number]
    let end = TextPosition(line: number, offset: text.utf8.count)
    let start = TextPosition(line: number, offset: 0)
    guard hasSelection, let selection = edited.selection, selection.lowerBound <= end, selection.upperBound >= start
    else { return StyledText(text) }
    let lower = edited.index(of: max(selection.lowerBound, start))
    let upper = edited.index(of: min(selection.upperBound, end))
    var selected = StyledText(text[lower..<upper])
    // A selected line break is shown as a blank.
    if selection.upperBound > end { selected += " " }
    return StyledText(text[..<lower]) + selected.styled(Theme.current.selection) + StyledText(text[upper...])
  }
}
