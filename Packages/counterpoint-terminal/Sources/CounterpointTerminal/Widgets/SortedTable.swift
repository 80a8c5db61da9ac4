/// A table whose rows the user sorts by a column, with a selected row.
///
/// ```swift
/// var files = SortedTable<String>(
///   Table([Table.Column("Name", isSortable: true), Table.Column("Size", width: 8, isSortable: true)])
/// )
/// files.handle(event, rows: rows, size: size, id: \.path) { column, left, right in
///   column == 0 ? left.name < right.name : left.size < right.size
/// }
/// files.screen(of: rows, size: size) { [StyledText($0.name), StyledText("\($0.size)")] }
/// ```
///
/// `s` sorts by the next sortable column, and `S` reverses the order. A click on a sortable title sorts by it, and a
/// click on the title of the sorted column reverses the order. The selection stays on the same row, found by its id.
///
/// The value holds the order and the selection, but not the rows. Rows may only be appended. Call ``reset()`` after
/// other changes.
public struct SortedTable<ID: Hashable & Sendable>: Hashable, Sendable {
  /// The result of an event that the table handles.
  public enum Outcome: Hashable, Sendable {
    /// The row with this id is selected now.
    case selected(ID)
    /// The rows are sorted in this order now.
    case sorted(Table.SortOrder)
    /// The selected row is already the first or the last one.
    case unchanged
  }

  /// A command of the table besides the movements of a ``ScrollingList``.
  public enum Command: Hashable, Sendable {
    /// Sorts by the next sortable column, ascending. After the last one follows the first one.
    case sortByNextColumn
    /// Reverses the order.
    case reverse
  }

  /// The columns.
  public let table: Table

  /// The column and the direction; `nil` while the rows are not sorted.
  public private(set) var sortOrder: Table.SortOrder?

  /// The id of the selected row; `nil` before the first event or update with rows.
  public private(set) var selection: ID?

  private var list = ScrollingList()
  private var order = RowOrder()
  /// Whether the selected row can be at another position, because other changes than added rows are possible.
  private var mustFindSelection = false

  /// Creates a table with the first row selected.
  ///
  /// - Parameters:
  ///   - table: The columns.
  ///   - sortOrder: The initial order; `nil` leaves the rows as they are. A column that isn't sortable counts as `nil`.
  public init(_ table: Table, sortOrder: Table.SortOrder? = nil) {
    self.table = table
    self.sortOrder = sortOrder.flatMap { table.isSortable($0.column) ? $0 : nil }
  }

  /// The keys that are possible now, besides those of a ``ScrollingList``.
  public var keys: KeyMap<Command> {
    let isSortable = table.columns.contains(where: \.isSortable)
    return [
      KeyBinding("s", title: "Sort", help: "sort by the next column", isEnabled: isSortable, action: .sortByNextColumn),
      KeyBinding("S", title: "Reverse", help: "reverse the order", isEnabled: sortOrder != nil, action: .reverse),
    ]
  }

  /// Returns the number of the selected row among all rows; `nil` if there are none.
  ///
  /// - Parameter rows: All rows, as in the last event or update.
  public func selectedRow(of rows: some RandomAccessCollection) -> Int? {
    list.selectedRow(count: rows.count).map { order.rows(of: rows).number(of: $0) }
  }

  /// Changes the order, or moves the selection.
  ///
  /// - Parameters:
  ///   - event: The event of the terminal. The position of a mouse event is relative to the table.
  ///   - rows: All rows.
  ///   - size: The available space. The titles take the first line.
  ///   - id: Returns the id of a row, which is unique in the table.
  ///   - areInIncreasingOrder: Returns whether the first row is before the second one in an ascending column.
  /// - Returns: The outcome; `nil` if the table ignores the event.
  /// - Complexity: O(n log n) comparisons if the order changes, and O(n) to find the selection afterwards. Added rows
  ///   cost what ``RowOrder/update(_:rows:by:)`` says. Otherwise O(1).
  @discardableResult
  public mutating func handle<Rows: RandomAccessCollection>(
    _ event: TerminalEvent,
    rows: Rows,
    size: TerminalSize,
    id: (Rows.Element) -> ID,
    by areInIncreasingOrder: (_ column: Int, _ first: Rows.Element, _ second: Rows.Element) -> Bool
  ) -> Outcome? {
    update(rows: rows, id: id, by: areInIncreasingOrder)
    if let command = keys.action(for: event) {
      perform(command)
    } else if let column = clickedColumn(of: event, width: size.columns) {
      sortOrder = table.sortOrder(choosing: column, after: sortOrder)
    } else {
      guard let event = event.relative(toRow: 1),
        let outcome = list.handle(event, count: rows.count, height: max(size.rows - 1, 0))
      else { return nil }
      guard case .selected(let position) = outcome else { return .unchanged }
      let selected = id(order.rows(of: rows)[position])
      selection = selected
      return .selected(selected)
    }
    update(rows: rows, id: id, by: areInIncreasingOrder)
    return sortOrder.map { .sorted($0) }
  }

  /// Performs a command, for programs with other keys. The rows are sorted by the next event or update.
  ///
  /// - Parameter command: The command.
  public mutating func perform(_ command: Command) {
    switch command {
    case .sortByNextColumn:
      let columns = table.columns.indices.filter { table.isSortable($0) }
      let current = sortOrder?.column ?? -1
      guard let next = columns.first(where: { $0 > current }) ?? columns.first else { return }
      sortOrder = Table.SortOrder(column: next)
    case .reverse: sortOrder?.isDescending.toggle()
    }
  }

  /// Sorts rows that were added since the last event, and all rows after ``reset()`` or ``perform(_:)``.
  ///
  /// - Parameters:
  ///   - rows: All rows.
  ///   - id: Returns the id of a row, which is unique in the table.
  ///   - areInIncreasingOrder: Returns whether the first row is before the second one in an ascending column.
  /// - Complexity: As of ``RowOrder/update(_:rows:by:)``, and O(n) to find the selection if rows have moved.
  public mutating func update<Rows: RandomAccessCollection>(
    rows: Rows,
    id: (Rows.Element) -> ID,
    by areInIncreasingOrder: (_ column: Int, _ first: Rows.Element, _ second: Rows.Element) -> Bool
  ) {
    let haveMoved = order.update(sortOrder, rows: rows, by: areInIncreasingOrder)
    let ordered = order.rows(of: rows)
    if haveMoved || mustFindSelection, let selection,
      let position = ordered.firstIndex(where: { id($0) == selection })
    {
      list = ScrollingList(selection: position, firstRow: list.firstRow)
    }
    mustFindSelection = false
    // The selected row may have been removed.
    selection = list.selectedRow(count: ordered.count).map { id(ordered[$0]) }
  }

  /// Forgets the positions of the rows, so the next event or update sorts all of them. The order and the selected id
  /// stay.
  public mutating func reset() {
    order.reset()
    mustFindSelection = true
  }

  /// Returns the titles and the visible rows. The sorted column has an arrow, and the selected row is marked.
  ///
  /// - Parameters:
  ///   - rows: All rows, as in the last event or update.
  ///   - size: The available space. The titles take the first line.
  ///   - cells: Creates the cells of a row. Called once for each visible row.
  public func screen<Rows: RandomAccessCollection>(
    of rows: Rows,
    size: TerminalSize,
    cells: (Rows.Element) -> [StyledText]
  ) -> Screen {
    table.screen(of: order.rows(of: rows), list: list, size: size, sortOrder: sortOrder, cells: cells)
  }

  /// The sortable column whose title is clicked.
  private func clickedColumn(of event: TerminalEvent, width: Int) -> Int? {
    guard case .mouse(let mouse) = event, mouse.kind == .press(.left), mouse.position.row == 0 else { return nil }
    return table.column(atColumn: mouse.position.column, width: width).flatMap { table.isSortable($0) ? $0 : nil }
  }
}
