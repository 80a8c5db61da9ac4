/// Two parts of a screen beside or below each other, with a line between them.
///
/// ```swift
/// SplitPane(.columns, fraction: 0.4).screen(size: size) { size in
///   list.screen(of: names, size: size) { StyledText($0) }
/// } second: { size in
///   details(size)
/// }
/// ```
public struct SplitPane: Hashable, Sendable {
  /// The arrangement of the parts.
  public enum Axis: Hashable, Sendable {
    /// The second part is on the right of the first one.
    case columns
    /// The second part is below the first one.
    case rows
  }

  /// The arrangement of the parts.
  public var axis: Axis

  /// The first part's share of the space, from 0 to 1.
  public var fraction: Double

  /// The style of the line between the parts.
  public var lineStyle: Style

  /// Creates a split pane.
  ///
  /// - Parameters:
  ///   - axis: The arrangement of the parts.
  ///   - fraction: The first part's share of the space, from 0 to 1.
  ///   - lineStyle: The style of the line between the parts.
  public init(_ axis: Axis, fraction: Double = 0.5, lineStyle: Style = Style(isDim: true)) {
    self.axis = axis
    self.fraction = fraction
    self.lineStyle = lineStyle
  }

  /// Returns the sizes of the parts. Without space for both and the line, the first part takes everything.
  ///
  /// - Parameter size: The size of the pane.
  public func sizes(in size: TerminalSize) -> (first: TerminalSize, second: TerminalSize) {
    let length = axis == .columns ? size.columns : size.rows
    let usable = max(length - separatorWidth, 0)
    guard usable > 1 else { return (size, TerminalSize(columns: 0, rows: 0)) }
    let share = Int((Double(usable) * min(max(fraction, 0), 1)).rounded())
    let first = min(max(share, 1), usable - 1)
    switch axis {
    case .columns:
      return (
        TerminalSize(columns: first, rows: size.rows), TerminalSize(columns: usable - first, rows: size.rows)
      )
    case .rows:
      return (
        TerminalSize(columns: size.columns, rows: first), TerminalSize(columns: size.columns, rows: usable - first)
      )
    }
  }

  /// Returns the parts as one screen of the pane's size.
  ///
  /// - Parameters:
  ///   - size: The size of the pane.
  ///   - first: Creates the left or upper part for its size. Lines that don't fit are cut.
  ///   - second: Creates the right or lower part for its size.
  /// - Returns: The screen. Its cursor is that of the first part, or otherwise that of the second part.
  public func screen(
    size: TerminalSize,
    first: (TerminalSize) -> Screen,
    second: (TerminalSize) -> Screen
  ) -> Screen {
    let sizes = sizes(in: size)
    let one = first(sizes.first)
    guard sizes.second.columns > 0, sizes.second.rows > 0 else { return one }
    let two = second(sizes.second)
    let frame = FrameCharacters.current
    let offset: ScreenPosition
    var lines: [StyledText]
    switch axis {
    case .columns:
      offset = ScreenPosition(column: sizes.first.columns + separatorWidth, row: 0)
      let separator = " " + StyledText(frame.vertical, style: lineStyle) + " "
      lines = (0..<size.rows).map { row in
        let left = row < one.lines.count ? one.lines[row] : ""
        let right = row < two.lines.count ? two.lines[row] : ""
        return left.clipped(to: sizes.first.columns).padded(to: sizes.first.columns) + separator
          + right.clipped(to: sizes.second.columns)
      }
    case .rows:
      offset = ScreenPosition(column: 0, row: sizes.first.rows + separatorWidth)
      let missing = max(sizes.first.rows - one.lines.count, 0)
      lines = one.lines.prefix(sizes.first.rows) + Array(repeating: "", count: missing)
      lines.append(StyledText(String(repeating: frame.horizontal, count: size.columns), style: lineStyle))
      lines += two.lines.prefix(sizes.second.rows)
    }
    let cursor =
      one.cursor
      ?? two.cursor.map {
        ScreenPosition(column: $0.column + offset.column, row: $0.row + offset.row)
      }
    return Screen(lines, cursor: cursor)
  }

  /// A line between rows, and a line with a blank on each side between columns.
  private var separatorWidth: Int { axis == .columns ? 3 : 1 }
}
