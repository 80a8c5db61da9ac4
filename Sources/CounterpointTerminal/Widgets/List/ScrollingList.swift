/// A list of which a part is seen, with a selected row that the arrow keys move.
///
/// It holds only where it stands, so that the rows stay where they are kept: ``screen(of:size:row:)`` asks for the
/// visible ones alone, and costs the same among 10 rows and among 100,000.
///
/// ```swift
/// list.screen(of: state.contacts, size: size) { contact in StyledText(contact.name) }
/// list.moved(by: key, count: state.contacts.count, height: size.rows)
/// ```
public struct ScrollingList: Hashable, Sendable {
  /// The selected row, counted from 0. If there are fewer rows meanwhile, the last one is shown as selected.
  public private(set) var selection: Int

  /// The row at the upper edge when the list was moved last. The visible part begins there, unless the selected row
  /// or the end of the list requires another part.
  public private(set) var firstRow: Int

  /// Creates a list.
  ///
  /// - Parameters:
  ///   - selection: The row that is selected; a negative number is taken for 0.
  ///   - firstRow: The row at the upper edge; a negative number is taken for 0.
  public init(selection: Int = 0, firstRow: Int = 0) {
    self.selection = max(0, selection)
    self.firstRow = max(0, firstRow)
  }

  /// The row that is selected among so many; `nil` if there are none.
  public func selectedRow(count: Int) -> Int? {
    count > 0 ? min(selection, count - 1) : nil
  }

  /// The rows that are seen: as many as fit, the selected one among them, and no room left empty while there are rows.
  ///
  /// - Parameters:
  ///   - count: The number of rows.
  ///   - height: How many fit.
  public func visibleRows(count: Int, height: Int) -> Range<Int> {
    guard let selected = selectedRow(count: count), height > 0 else { return 0..<0 }
    let lowest = max(selected - height + 1, 0)
    let first = min(max(firstRow, lowest), selected, max(count - height, 0))
    return first..<min(first + height, count)
  }

  /// The list after a key: the selection moved, and just so much scrolled that it is seen.
  ///
  /// - Parameters:
  ///   - key: An arrow up or down, page up or down, home or end.
  ///   - count: The number of rows.
  ///   - height: How many fit.
  /// - Returns: The list, equal to this one at an end; `nil` for every other key, and if there are no rows.
  public func moved(by key: Key, count: Int, height: Int) -> ScrollingList? {
    guard let selected = selectedRow(count: count) else { return nil }
    let target: Int
    switch key {
    case .up: target = selected - 1
    case .down: target = selected + 1
    // A row of the old page stays in sight.
    case .pageUp: target = selected - max(height - 1, 1)
    case .pageDown: target = selected + max(height - 1, 1)
    case .home: target = 0
    case .end: target = count - 1
    default: return nil
    }
    var list = self
    list.firstRow = visibleRows(count: count, height: height).lowerBound
    list.selection = min(max(target, 0), count - 1)
    list.firstRow = list.visibleRows(count: count, height: height).lowerBound
    return list
  }

  /// The visible rows as a part of the screen; the selected one is marked and shown inverse.
  ///
  /// The cursor stands at the start of the selected row, because screen readers and magnifiers follow it.
  ///
  /// - Parameters:
  ///   - rows: All rows. Only the visible ones are read.
  ///   - size: The room: a line for each row, cut where it is too wide.
  ///   - row: Makes the text of a row; called once for each visible one. Only the first line is shown.
  /// - Returns: The lines from top to bottom, fewer than there is room for if there are fewer rows.
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
      return number == selected ? shown.padded(to: size.columns).inverse() : shown
    }
    let cursorRow = selected.flatMap { visible.contains($0) ? $0 - visible.lowerBound : nil }
    return Screen(lines, cursor: cursorRow.map { ScreenPosition(column: 0, row: $0) })
  }
}
