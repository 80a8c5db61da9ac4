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
/// Lines wrap behind blanks, and words that are wider than the text area between characters. The last column stays free
/// for the cursor. The keys for rows and pages, clicks and the wheel move the cursor by visible rows. Home and end lead
/// to the ends of a row, and from there to those of the line. The end of a row is behind its last character, or before
/// the blank at which the line wraps.
///
/// An event lays out only the visible lines and those through which the cursor moves, so its cost does not depend on
/// the number of lines. Text areas are equal if they have the same text, cursor, selection and first visible row.
public struct TextArea: Hashable, Sendable {
  /// The result of an event that the text area handles.
  public typealias Outcome = TextField.Outcome

  private var edited: EditedText

  /// The start of the first visible row after the last event. Another row becomes the first one if otherwise the cursor
  /// would be hidden.
  private var top = TextPosition(line: 0, offset: 0)

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

  /// The line of the first visible row after the last event, counted from 0.
  public var firstLine: Int { top.line }

  /// The selected text. Empty if no text is selected.
  public var selectedText: String { edited.selection.map { edited.text(in: $0) } ?? "" }
}

extension TextArea {
  /// The keys of a text area, besides those of a text field. A typed character without a key is inserted.
  public static let keys: KeyMap<EditCommand> =
    EditCommand.commonKeys
    + KeyMap([
      KeyBinding(.up, title: "Row above", visibility: .help, action: .move(.up)),
      KeyBinding(.down, title: "Row below", visibility: .help, action: .move(.down)),
      KeyBinding(Key.up.with(.shift), title: "Select to the row above", visibility: .help, action: .select(.up)),
      KeyBinding(Key.down.with(.shift), title: "Select to the row below", visibility: .help, action: .select(.down)),
      KeyBinding(.pageUp, title: "Page up", visibility: .help, action: .move(.pageUp)),
      KeyBinding(.pageDown, title: "Page down", visibility: .help, action: .move(.pageDown)),
      KeyBinding(Key.home.with(.control), title: "Start of the text", visibility: .help, action: .move(.start)),
      KeyBinding(Key.end.with(.control), title: "End of the text", visibility: .help, action: .move(.end)),
      KeyBinding(.enter, title: "New line", visibility: .help, action: .insertLineBreak),
    ])

  /// Edits the text, or moves the cursor.
  ///
  /// The keys are those of ``TextField/handle(_:)`` for each line. Up, down, page up, page down, and home and end with
  /// control move the cursor to other rows, shift with up and down selects rows, and return inserts a line break. A
  /// click moves the cursor, and the wheel moves it by three rows.
  ///
  /// - Parameters:
  ///   - event: The event of the terminal. The position of a mouse event is relative to the text area.
  ///   - size: The available space.
  /// - Returns: The outcome; `nil` if the text area ignores the event.
  /// - Complexity: O(n), where n is the length of the lines that are visible before and after the event. An edit that
  ///   adds or removes a line also moves the references to the lines behind it.
  @discardableResult
  public mutating func handle(_ event: TerminalEvent, size: TerminalSize) -> Outcome? {
    let before = (edited.cursor, edited.isAtRowEnd, edited.selection)
    let width = Self.wrappingWidth(size)
    switch event {
    case .key(let key):
      if let command = Self.keys.action(for: event) {
        return perform(command, size: size)
      }
      guard case .character(let character) = key.code, key.modifiers.subtracting(.shift).isEmpty else { return nil }
      edited.insert(PastedText.lines(String(character)), isTyped: true)
      return finish(.edited, size: size)
    case .paste(let text):
      let text = PastedText.lines(text)
      guard !text.isEmpty else { return .unchanged }
      edited.insert(text, isTyped: false)
      return finish(.edited, size: size)
    case .mouse(let mouse):
      switch mouse.kind {
      case .press(.left): moveCursor(to: mouse.position, size: size)
      case .scrollUp: for _ in 0..<MouseEvent.wheelRows { edited.move(.up, width: width) }
      case .scrollDown: for _ in 0..<MouseEvent.wheelRows { edited.move(.down, width: width) }
      default: return nil
      }
      let isUnchanged = (edited.cursor, edited.isAtRowEnd, edited.selection) == before
      return finish(isUnchanged ? .unchanged : .cursorMoved, size: size)
    case .resize, .resumed, .interrupted: return nil
    }
  }

  /// Performs a command, for programs with other keys.
  ///
  /// - Parameters:
  ///   - command: The command.
  ///   - size: The available space.
  /// - Returns: The outcome.
  /// - Complexity: As of ``handle(_:size:)``.
  @discardableResult
  public mutating func perform(_ command: EditCommand, size: TerminalSize) -> Outcome {
    let before = (edited.cursor, edited.isAtRowEnd, edited.selection)
    let (page, width) = (max(size.rows - 1, 1), Self.wrappingWidth(size))
    switch command {
    case .move(let movement): edited.move(movement, page: page, width: width)
    case .select(let movement): edited.select(movement, page: page, width: width)
    case .selectAll: edited.selectAll()
    case .delete(let movement):
      return finish(edited.delete(movement) ? .edited : .unchanged, size: size)
    case .insertLineBreak:
      edited.insert("\n", isTyped: false)
      return finish(.edited, size: size)
    case .undo: return finish(edited.undo() ? .edited : .unchanged, size: size)
    case .redo: return finish(edited.redo() ? .edited : .unchanged, size: size)
    case .suggest: return .unchanged
    }
    return finish(
      (edited.cursor, edited.isAtRowEnd, edited.selection) == before ? .unchanged : .cursorMoved,
      size: size
    )
  }

  /// Scrolls as far as necessary to show the cursor.
  private mutating func finish(_ outcome: Outcome, size: TerminalSize) -> Outcome {
    let first = firstRow(size: size)
    top = TextPosition(
      line: first.line,
      offset: edited.wrapped(first.line, width: Self.wrappingWidth(size)).starts[first.row]
    )
    return outcome
  }

  private mutating func moveCursor(to position: ScreenPosition, size: TerminalSize) {
    let width = Self.wrappingWidth(size)
    let row = edited.row(position.row, from: firstRow(size: size), width: width)
    edited.moveCursor(to: row, column: position.column, width: width)
  }
}

extension TextArea {
  /// Returns the visible rows as a part of the screen.
  ///
  /// - Parameters:
  ///   - size: The available space.
  ///   - isFocused: Whether to show the cursor and the selection.
  /// - Returns: A screen with one line for each visible row of the text.
  /// - Complexity: O(n), where n is the length of the visible lines.
  public func screen(size: TerminalSize, isFocused: Bool) -> Screen {
    guard size.columns > 0, size.rows > 0 else { return Screen() }
    if lines == [""] {
      let hint = (placeholder.lines.first ?? "").styled(Theme.current.muted)
      let cursor = isFocused ? ScreenPosition(column: 0, row: 0) : nil
      return Screen([hint.clipped(to: size.columns)], cursor: cursor)
    }
    var shown: [StyledText] = []
    var cursor: ScreenPosition?
    var next = firstRow(size: size)
    let cursorRow = edited.cursorRow(width: Self.wrappingWidth(size))
    while shown.count < size.rows, next.line < lines.count {
      let line = edited.wrapped(next.line, width: Self.wrappingWidth(size))
      for row in line.starts.indices.dropFirst(next.row).prefix(size.rows - shown.count) {
        if isFocused, cursorRow == TextRow(line: next.line, row: row) {
          // The cursor among blanks beyond the edge is shown at the edge.
          let column = min(line.column(of: edited.cursor.offset, inRow: row), size.columns - 1)
          cursor = ScreenPosition(column: column, row: shown.count)
        }
        let text = text(of: line.range(ofRow: row), inLine: next.line, hasSelection: isFocused)
        shown.append(text.clipped(to: size.columns))
      }
      next = TextRow(line: next.line + 1, row: 0)
    }
    return Screen(shown, cursor: cursor)
  }

  /// The width of the rows. The cursor behind the last character needs a column too.
  private static func wrappingWidth(_ size: TerminalSize) -> Int { max(size.columns - 1, 1) }

  /// The first visible row, with which the cursor is visible and no row at the bottom is empty without need.
  private func firstRow(size: TerminalSize) -> TextRow {
    let (width, page) = (Self.wrappingWidth(size), max(size.rows - 1, 0))
    let cursor = edited.cursorRow(width: width)
    let lowest = edited.row(-page, from: cursor, width: width)
    let last = edited.row(-page, from: edited.lastRow(width: width), width: width)
    return min(max(edited.row(of: top, width: width), lowest), cursor, last)
  }

  /// Returns the text of a row, with the selection.
  private func text(of range: Range<Int>, inLine number: Int, hasSelection: Bool) -> StyledText {
    let text = lines[number]
    let start = TextPosition(line: number, offset: range.lowerBound)
    let end = TextPosition(line: number, offset: range.upperBound)
    let (first, last) = (edited.index(of: start), edited.index(of: end))
    guard hasSelection, let selection = edited.selection, selection.lowerBound <= end, selection.upperBound >= start
    else { return StyledText(text[first..<last]) }
    let lower = edited.index(of: max(selection.lowerBound, start))
    let upper = edited.index(of: min(selection.upperBound, end))
    var selected = StyledText(text[lower..<upper])
    // A selected line break is shown as a blank.
    if selection.upperBound > end, range.upperBound == text.utf8.count { selected += " " }
    return StyledText(text[first..<lower]) + selected.styled(Theme.current.selection) + StyledText(text[upper..<last])
  }
}
