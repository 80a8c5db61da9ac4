/// A scrolling list with a selected row that the arrow keys move.
///
/// The list holds the selection and the scroll position, but not the rows. ``screen(of:size:row:)`` reads only the
/// visible rows, so its cost does not depend on their number.
///
/// ```swift
/// list.screen(of: state.contacts, size: size) { contact in StyledText(contact.name) }
/// list.handle(event, count: state.contacts.count, height: size.rows)
/// ```
public struct ScrollingList: Hashable, Sendable {
  /// The result of an event that the list handles.
  public enum Outcome: Hashable, Sendable {
    /// This row is selected now.
    case selected(Int)
    /// The selected row is already the first or the last one.
    case unchanged
  }

  /// The selected row, counted from 0. If the list has fewer rows now, the last row is shown as selected.
  public private(set) var selection: Int

  /// The first visible row after the last key. Another row becomes the first one if otherwise the selected row would be
  /// hidden or rows at the bottom would stay empty.
  public private(set) var firstRow: Int

  /// Creates a list.
  ///
  /// - Parameters:
  ///   - selection: The selected row. A negative number becomes 0.
  ///   - firstRow: The first visible row. A negative number becomes 0.
  public init(selection: Int = 0, firstRow: Int = 0) {
    self.selection = max(0, selection)
    self.firstRow = max(0, firstRow)
  }

  /// Returns the selected row of a list with a number of rows; `nil` if the list is empty.
  public func selectedRow(count: Int) -> Int? {
    count > 0 ? min(selection, count - 1) : nil
  }

  /// Returns the visible rows: as many as fit, including the selected row.
  ///
  /// - Parameters:
  ///   - count: The number of rows.
  ///   - height: The number of rows that fit.
  public func visibleRows(count: Int, height: Int) -> Range<Int> {
    guard let selected = selectedRow(count: count), height > 0 else { return 0..<0 }
    let lowest = max(selected - height + 1, 0)
    let first = min(max(firstRow, lowest), selected, max(count - height, 0))
    return first..<min(first + height, count)
  }

  /// A movement of the selection.
  public enum Movement: Hashable, Sendable, CaseIterable {
    /// To the row above.
    case up
    /// To the row below.
    case down
    /// Up by a page. One row of the old page stays visible.
    case pageUp
    /// Down by a page. One row of the old page stays visible.
    case pageDown
    /// To the first row.
    case first
    /// To the last row.
    case last
  }

  /// The keys of a list.
  public static let keys: KeyMap<Movement> = [
    KeyBinding(.up, title: "Up", visibility: .help, action: .up),
    KeyBinding(.down, title: "Down", visibility: .help, action: .down),
    KeyBinding(.pageUp, title: "Page up", visibility: .help, action: .pageUp),
    KeyBinding(.pageDown, title: "Page down", visibility: .help, action: .pageDown),
    KeyBinding(.home, title: "First row", visibility: .help, action: .first),
    KeyBinding(.end, title: "Last row", visibility: .help, action: .last),
  ]

  /// Moves the selection, and scrolls as far as necessary to show it.
  ///
  /// The list handles up, down, page up, page down, home and end. A click selects a row, and the wheel moves the
  /// selection by three rows.
  ///
  /// - Parameters:
  ///   - event: The event of the terminal. The position of a mouse event is relative to the list.
  ///   - count: The number of rows.
  ///   - height: The number of rows that fit.
  /// - Returns: The outcome; `nil` if the list ignores the event or is empty.
  @discardableResult
  public mutating func handle(_ event: TerminalEvent, count: Int, height: Int) -> Outcome? {
    guard let selected = selectedRow(count: count) else { return nil }
    if case .mouse(let mouse) = event {
      switch mouse.kind {
      case .scrollUp: return select(selected - MouseEvent.wheelRows, count: count, height: height)
      case .scrollDown: return select(selected + MouseEvent.wheelRows, count: count, height: height)
      case .press(.left):
        let row = visibleRows(count: count, height: height).lowerBound + mouse.position.row
        return row < count ? select(row, count: count, height: height) : nil
      case .press, .release: return nil
      }
    }
    return Self.keys.action(for: event).flatMap { move($0, count: count, height: height) }
  }

  /// Moves the selection, for programs with other keys.
  ///
  /// - Parameters:
  ///   - movement: The movement.
  ///   - count: The number of rows.
  ///   - height: The number of rows that fit.
  /// - Returns: The outcome; `nil` if the list is empty.
  @discardableResult
  public mutating func move(_ movement: Movement, count: Int, height: Int) -> Outcome? {
    guard let selected = selectedRow(count: count) else { return nil }
    let page = max(height - 1, 1)
    switch movement {
    case .up: return select(selected - 1, count: count, height: height)
    case .down: return select(selected + 1, count: count, height: height)
    case .pageUp: return select(selected - page, count: count, height: height)
    case .pageDown: return select(selected + page, count: count, height: height)
    case .first: return select(0, count: count, height: height)
    case .last: return select(count - 1, count: count, height: height)
    }
  }

  /// Selects the row that is closest to a number.
  private mutating func select(_ row: Int, count: Int, height: Int) -> Outcome {
    let selected = selectedRow(count: count)
    firstRow = visibleRows(count: count, height: height).lowerBound
    selection = min(max(row, 0), count - 1)
    firstRow = visibleRows(count: count, height: height).lowerBound
    return selection == selected ? .unchanged : .selected(selection)
  }

  /// Returns the visible rows as a part of the screen. The selected row is marked and shown inverse.
  ///
  /// The cursor is at the start of the selected row, because screen readers and magnifiers follow it.
  ///
  /// - Parameters:
  ///   - rows: All rows. Only the visible ones are read.
  ///   - size: The available space. Each row takes one line, which is truncated if it is too wide.
  ///   - row: Creates the text of a row. Called once for each visible row. Only the first line is shown.
  /// - Returns: A screen with one line for each visible row.
  public func screen<Rows: RandomAccessCollection>(
    of rows: Rows,
    size: TerminalSize,
    row: (Rows.Element) -> StyledText
  ) -> Screen {
    let count = rows.count
    let selected = selectedRow(count: count)
    let visible = visibleRows(count: count, height: size.rows)
    let lines = visible.map { number in
      let text = row(rows[rows.index(rows.startIndex, offsetBy: number)]).lines.first ?? ""
      let line = (number == selected ? "› " : "  ") + text
      let shown = line.truncated(to: size.columns)
      return number == selected ? shown.padded(to: size.columns).styled(Theme.current.selection) : shown
    }
    let cursorRow = selected.flatMap { visible.contains($0) ? $0 - visible.lowerBound : nil }
    return Screen(lines, cursor: cursorRow.map { ScreenPosition(column: 0, row: $0) })
  }
}
