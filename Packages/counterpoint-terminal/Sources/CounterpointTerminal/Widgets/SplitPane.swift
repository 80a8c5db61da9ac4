/// Two parts of a screen beside or below each other, with a line between them. For more parts, see ``Layout``.
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
  public var axis: Layout.Axis

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
  public init(_ axis: Layout.Axis, fraction: Double = 0.5, lineStyle: Style = Theme.current.muted) {
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
    let separator = TerminalSize(
      columns: axis == .columns ? separatorWidth : size.columns,
      rows: axis == .rows ? separatorWidth : size.rows
    )
    let parts = Layout(
      axis,
      [
        .fixed(length(of: sizes.first)) { _ in one }, .fixed(separatorWidth) { _ in line(size: separator) },
        .fixed(length(of: sizes.second)) { [two = second(sizes.second)] _ in two },
      ]
    )
    return parts.screen(size: size)
  }

  private func length(of size: TerminalSize) -> Int { axis == .columns ? size.columns : size.rows }

  private func line(size: TerminalSize) -> Screen {
    let frame = FrameCharacters.current
    switch axis {
    case .columns:
      return Screen(Array(repeating: " " + StyledText(frame.vertical, style: lineStyle) + " ", count: size.rows))
    case .rows:
      return Screen([StyledText(String(repeating: frame.horizontal, count: size.columns), style: lineStyle)])
    }
  }

  /// A line between rows, and a line with a blank on each side between columns.
  private var separatorWidth: Int { axis == .columns ? 3 : 1 }
}
