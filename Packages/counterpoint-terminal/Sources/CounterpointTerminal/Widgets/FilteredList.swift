/// A scrolling list whose rows the user filters by typing.
///
/// ```swift
/// list.handle(event, rows: names, height: size.rows) { $0 }
/// list.screen(of: names, size: size) { StyledText($0) }
/// ```
///
/// `/` begins to edit the filter, return ends it, and escape removes the filter. The arrow keys move the selection
/// meanwhile.
public struct FilteredList: Hashable, Sendable {
  /// The result of an event that the list handles.
  public enum Outcome: Hashable, Sendable {
    /// This row is selected now. Its number counts all rows, also those that don't pass.
    case selected(Int)
    /// The filter or its cursor has changed.
    case filtered
    /// The selected row is already the first or the last one.
    case unchanged
  }

  /// A command of the list besides those of a ``ScrollingList``.
  public enum Command: Hashable, Sendable {
    /// Begins to edit the filter.
    case edit
    /// Ends editing, and keeps the filter.
    case submit
    /// Ends editing, and removes the filter.
    case clear
  }

  /// The field of the filter.
  public private(set) var field = TextField()

  /// Whether typed characters edit the filter.
  public private(set) var isEditing = false

  private var list = ScrollingList()
  private var filter = RowFilter()

  /// Creates a list without a filter.
  public init() {}

  /// The keys that are possible now, besides those of a ``ScrollingList``.
  public var keys: KeyMap<Command> {
    [
      KeyBinding("/", title: "Filter", isEnabled: !isEditing, action: .edit),
      KeyBinding(.enter, title: "Keep the filter", visibility: .help, isEnabled: isEditing, action: .submit),
      KeyBinding(.escape, title: "All rows", isEnabled: isEditing || !field.text.isEmpty, action: .clear),
    ]
  }

  /// Returns the number of the selected row among all rows; `nil` if no row passes.
  ///
  /// - Parameter rows: All rows.
  public func selectedRow(of rows: some RandomAccessCollection) -> Int? {
    let passing = filter.rows(of: rows)
    return list.selectedRow(count: passing.count).map { passing.number(of: $0) }
  }

  /// Edits the filter, or moves the selection.
  ///
  /// - Parameters:
  ///   - event: The event of the terminal. The position of a mouse event is relative to the list.
  ///   - rows: All rows.
  ///   - height: The number of lines that fit, including the line of the filter.
  ///   - text: Returns the text of a row for comparisons.
  /// - Returns: The outcome; `nil` if the list ignores the event.
  /// - Complexity: O(n) after a change of the filter, where n is the length of the rows that the filter compares.
  @discardableResult
  public mutating func handle<Rows: RandomAccessCollection>(
    _ event: TerminalEvent,
    rows: Rows,
    height: Int,
    text: (Rows.Element) -> String
  ) -> Outcome? {
    filter.update(field.text, rows: rows, rowText: text)
    switch keys.action(for: event) {
    case .edit:
      isEditing = true
      return .filtered
    case .submit:
      isEditing = false
      return .filtered
    case .clear:
      let selected = selectedRow(of: rows)
      (isEditing, field) = (false, TextField())
      filter.reset()
      if let selected { list = ScrollingList(selection: selected) }
      return .filtered
    case nil: break
    }
    let passing = filter.rows(of: rows)
    let room = listHeight(height)
    switch event.relative(toRow: height - room).flatMap({ list.handle($0, count: passing.count, height: room) }) {
    case .selected(let position): return .selected(passing.number(of: position))
    case .unchanged: return .unchanged
    case nil: break
    }
    guard isEditing, let outcome = field.handle(event) else { return nil }
    if outcome == .edited {
      filter.update(field.text, rows: rows, rowText: text)
      list = ScrollingList()
    }
    return .filtered
  }

  /// Compares rows that were appended since the last event.
  public mutating func update<Rows: RandomAccessCollection>(rows: Rows, text: (Rows.Element) -> String) {
    filter.update(field.text, rows: rows, rowText: text)
  }

  /// Returns the filter and the visible rows as a part of the screen. Without a filter, there is no line for it.
  ///
  /// - Parameters:
  ///   - rows: All rows, as in the last event.
  ///   - size: The available space.
  ///   - row: Creates the text of a row. Called once for each visible row.
  public func screen<Rows: RandomAccessCollection>(
    of rows: Rows,
    size: TerminalSize,
    row: (Rows.Element) -> StyledText
  ) -> Screen {
    let passing = filter.rows(of: rows)
    let room = listHeight(size.rows)
    var screen = Screen()
    if room < size.rows {
      let count = StyledText("  \(passing.count) of \(rows.count)").styled(Theme.current.muted)
      let field = field.screen(width: max(size.columns - 2 - count.width, 1), isFocused: isEditing)
      let line = "/ " + (field.lines.first ?? "") + count
      screen = Screen(
        [line.clipped(to: size.columns)],
        cursor: field.cursor.map { ScreenPosition(column: $0.column + 2, row: 0) }
      )
    }
    let cursor = screen.cursor
    screen.append(list.screen(of: passing, size: TerminalSize(columns: size.columns, rows: room), row: row))
    if isEditing { screen.cursor = cursor }
    return screen
  }

  private func listHeight(_ height: Int) -> Int { isEditing || !field.text.isEmpty ? max(height - 1, 0) : height }
}

extension TerminalEvent {
  /// Returns the event for a part that begins in a row; `nil` for a mouse event above it.
  func relative(toRow row: Int) -> TerminalEvent? {
    let origin = ScreenPosition(column: 0, row: row)
    return relative(to: ScreenFrame(origin: origin, size: TerminalSize(columns: .max, rows: .max - row)))
  }
}
