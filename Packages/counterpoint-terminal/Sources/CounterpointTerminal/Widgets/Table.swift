/// The columns of a list, with their titles.
///
/// A table holds no rows and no selection. It shows the rows of a ``ScrollingList``, and reads only the visible ones.
/// A ``SortedTable`` has both, and an order that the user changes.
///
/// ```swift
/// let table = Table([
///   Table.Column("Name"),
///   Table.Column("Size", width: 8, alignment: .trailing),
/// ])
/// table.screen(of: files, list: list, size: size) { file in
///   [StyledText(file.name), StyledText("\(file.size)")]
/// }
/// ```
public struct Table: Hashable, Sendable {
  /// A column of a table.
  public struct Column: Hashable, Sendable {
    /// The title.
    public var title: StyledText
    /// The number of characters; `nil` if the column shares the remaining space with others.
    public var width: Int?
    /// The alignment of the title and the cells.
    public var alignment: StyledText.Alignment
    /// Whether the user can sort by the column.
    public var isSortable: Bool

    /// Creates a column.
    ///
    /// - Parameters:
    ///   - title: The title.
    ///   - width: The number of characters; `nil` if the column shares the remaining space with others.
    ///   - alignment: The alignment of the title and the cells.
    ///   - isSortable: Whether the user can sort by the column. The title then needs two more characters for the arrow.
    public init(
      _ title: StyledText,
      width: Int? = nil,
      alignment: StyledText.Alignment = .leading,
      isSortable: Bool = false
    ) {
      self.title = title
      self.width = width
      self.alignment = alignment
      self.isSortable = isSortable
    }
  }

  /// The column by which rows are sorted, and the direction.
  public struct SortOrder: Hashable, Sendable {
    /// The number of the column, counted from 0 at the left.
    public var column: Int
    /// Whether the last row in ascending order is the first one.
    public var isDescending: Bool

    /// Creates an order.
    ///
    /// - Parameters:
    ///   - column: The number of the column, counted from 0 at the left.
    ///   - isDescending: Whether the last row in ascending order is the first one.
    public init(column: Int, isDescending: Bool = false) {
      self.column = column
      self.isDescending = isDescending
    }
  }

  /// The columns from left to right.
  public var columns: [Column]

  /// Creates a table.
  ///
  /// - Parameter columns: The columns from left to right.
  public init(_ columns: [Column]) { self.columns = columns }

  /// Returns whether a column exists and is sortable.
  ///
  /// - Parameter column: The number of the column, counted from 0.
  public func isSortable(_ column: Int) -> Bool { columns.indices.contains(column) && columns[column].isSortable }

  /// Returns the order after the user has chosen a title.
  ///
  /// - Parameters:
  ///   - column: The number of the column.
  ///   - current: The order before.
  /// - Returns: The reverse order if the rows are sorted by the column, the ascending order otherwise. `current` if the
  ///   column isn't sortable.
  public func sortOrder(choosing column: Int, after current: SortOrder?) -> SortOrder? {
    guard isSortable(column) else { return current }
    guard let current, current.column == column else { return SortOrder(column: column) }
    return SortOrder(column: column, isDescending: !current.isDescending)
  }

  /// Returns the titles as a line. The sorted column has an arrow: `▲` if it is ascending, `▼` if it is descending, and
  /// `^` and `v` with ``AmbiguousWidth/wide``.
  ///
  /// - Parameters:
  ///   - width: The number of columns of the terminal.
  ///   - sortOrder: The order of the rows; `nil` for no arrow.
  public func header(width: Int, sortOrder: SortOrder? = nil) -> StyledText {
    let titles = zip(columns.indices, widths(in: width)).map { index, width in
      let title = columns[index].title
      guard let sortOrder, sortOrder.column == index else { return title.styled(Theme.current.title) }
      // A narrow title loses characters, but never the arrow.
      let room = max(width - Self.arrowWidth, 0)
      let shown = (title.lines.first ?? "").truncated(to: room)
      return (shown + (shown.isEmpty ? "" : " ") + StyledText(Self.arrow(sortOrder))).styled(Theme.current.title)
    }
    return line(titles, width: width)
  }

  /// Returns the column of a table at a column of the terminal, for a click on the titles of a screen.
  ///
  /// - Parameters:
  ///   - position: The column of the terminal, counted from 0 at the left edge of the table.
  ///   - width: The number of columns of the terminal.
  /// - Returns: The number of the table's column; `nil` between two columns and outside of all.
  public func column(atColumn position: Int, width: Int) -> Int? {
    let inner = max(width - Self.markWidth, 0)
    guard position >= 0, position < width else { return nil }
    var start = Self.markWidth
    for (index, width) in widths(in: inner).enumerated() where width > 0 {
      if (start..<start + width).contains(position) { return index }
      start += width + 1
    }
    return nil
  }

  /// Returns a row as a line. Cells that don't fit are truncated.
  ///
  /// - Parameters:
  ///   - cells: The cells from left to right. Only the first line of each cell is shown.
  ///   - width: The number of columns of the terminal.
  public func line(_ cells: [StyledText], width: Int) -> StyledText {
    var line = StyledText()
    for (index, (cell, cellWidth)) in zip(cells, widths(in: width)).enumerated() where cellWidth > 0 {
      if !line.isEmpty { line += " " }
      let text = (cell.lines.first ?? "").truncated(to: cellWidth)
      line += text.padded(to: cellWidth, alignment: columns[index].alignment)
    }
    return line.clipped(to: width)
  }

  /// Returns the titles and the visible rows. The selected row is marked and shown inverse.
  ///
  /// - Parameters:
  ///   - rows: All rows. Only the visible ones are read.
  ///   - list: The selection and the scroll position.
  ///   - size: The available space. The titles take the first line.
  ///   - sortOrder: The order of the rows, shown by an arrow; `nil` for no arrow. The rows are not sorted here.
  ///   - cells: Creates the cells of a row. Called once for each visible row.
  public func screen<Rows: RandomAccessCollection>(
    of rows: Rows,
    list: ScrollingList,
    size: TerminalSize,
    sortOrder: SortOrder? = nil,
    cells: (Rows.Element) -> [StyledText]
  ) -> Screen {
    guard size.rows > 0 else { return Screen() }
    let inner = max(size.columns - Self.markWidth, 0)
    let titles = StyledText.blanks(Self.markWidth) + header(width: inner, sortOrder: sortOrder)
    var screen = Screen([titles.clipped(to: size.columns)])
    screen.append(
      list.screen(of: rows, size: TerminalSize(columns: size.columns, rows: size.rows - 1)) {
        line(cells($0), width: inner)
      }
    )
    return screen
  }

  /// The mark of the selected row.
  private static let markWidth = 2

  /// The arrow of the sorted column, and a blank before it.
  private static let arrowWidth = 2

  private static func arrow(_ order: SortOrder) -> String {
    // The triangles are ambiguous characters.
    guard DisplayWidth.ambiguousWidth == .narrow else { return order.isDescending ? "v" : "^" }
    return order.isDescending ? "▼" : "▲"
  }

  /// Returns the widths of the columns, with 0 for those that don't fit. Columns with a fixed width are first.
  private func widths(in width: Int) -> [Int] {
    let gaps = max(columns.count - 1, 0)
    let flexible = columns.filter { $0.width == nil }.count
    let fixed = columns.reduce(0) { $0 + ($1.width ?? 0) }
    var room = max(width - fixed - gaps, 0)
    var remaining = flexible
    return columns.map { column in
      if let width = column.width { return width }
      let share = room / max(remaining, 1)
      room -= share
      remaining -= 1
      return share
    }
  }
}
