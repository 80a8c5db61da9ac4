/// The columns of a list, with their titles.
///
/// A table holds no rows and no selection. It shows the rows of a ``ScrollingList``, and reads only the visible ones.
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

    /// Creates a column.
    ///
    /// - Parameters:
    ///   - title: The title.
    ///   - width: The number of characters; `nil` if the column shares the remaining space with others.
    ///   - alignment: The alignment of the title and the cells.
    public init(_ title: StyledText, width: Int? = nil, alignment: StyledText.Alignment = .leading) {
      self.title = title
      self.width = width
      self.alignment = alignment
    }
  }

  /// The columns from left to right.
  public var columns: [Column]

  /// Creates a table.
  ///
  /// - Parameter columns: The columns from left to right.
  public init(_ columns: [Column]) { self.columns = columns }

  /// Returns the titles as a line.
  ///
  /// - Parameter width: The number of columns of the terminal.
  public func header(width: Int) -> StyledText {
    line(columns.map { $0.title.styled(Theme.current.title) }, width: width)
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
  ///   - cells: Creates the cells of a row. Called once for each visible row.
  public func screen<Rows: RandomAccessCollection>(
    of rows: Rows,
    list: ScrollingList,
    size: TerminalSize,
    cells: (Rows.Element) -> [StyledText]
  ) -> Screen {
    guard size.rows > 0 else { return Screen() }
    let inner = max(size.columns - Self.markWidth, 0)
    var screen = Screen([(StyledText.blanks(Self.markWidth) + header(width: inner)).clipped(to: size.columns)])
    screen.append(
      list.screen(of: rows, size: TerminalSize(columns: size.columns, rows: size.rows - 1)) {
        line(cells($0), width: inner)
      }
    )
    return screen
  }

  /// The mark of the selected row.
  private static let markWidth = 2

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
