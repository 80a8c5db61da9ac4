/// Parts of a screen below or beside each other.
///
/// ```swift
/// let layout = Layout.rows([
///   .line { _ in StyledText("Files").bold() },
///   .fill { size in list.screen(of: names, size: size) { StyledText($0) } },
///   .line { width in HelpBar(keys).line(width: width) },
/// ])
/// layout.screen(size: size)
/// ```
///
/// The last line of these rows is a bar at the bottom, because the part before it fills the rest. A part can be another
/// layout: `.fill { Layout.columns([…]).screen(size: $0) }`.
public struct Layout {
  /// The arrangement of the parts.
  public enum Axis: Hashable, Sendable {
    /// Each part is on the right of the previous one.
    case columns
    /// Each part is below the previous one.
    case rows
  }

  /// The length of a part: its rows in a layout of rows, and its columns in a layout of columns.
  public enum Length: Hashable, Sendable {
    /// A number of rows or columns.
    case fixed(Int)
    /// The length of the content, up to a number of rows or columns.
    case content(atMost: Int)
    /// A share of the remaining space. A part with the weight 2 gets twice the space of a part with the weight 1.
    case fill(weight: Int)
  }

  /// A part of a layout.
  public struct Part {
    /// The length of the part.
    public var length: Length

    /// Creates the screen of the part for its size. Lines that don't fit are cut.
    public var screen: (TerminalSize) -> Screen

    /// Creates a part.
    ///
    /// - Parameters:
    ///   - length: The length of the part.
    ///   - screen: Creates the screen of the part for its size.
    public init(_ length: Length, screen: @escaping (TerminalSize) -> Screen) {
      self.length = length
      self.screen = screen
    }

    /// Creates a part with a number of rows or columns.
    public static func fixed(_ length: Int, screen: @escaping (TerminalSize) -> Screen) -> Part {
      Part(.fixed(length), screen: screen)
    }

    /// Creates a part that is as long as its content. Its closure gets the remaining space.
    public static func content(atMost limit: Int = .max, screen: @escaping (TerminalSize) -> Screen) -> Part {
      Part(.content(atMost: limit), screen: screen)
    }

    /// Creates a part that fills the remaining space, or its share of it.
    public static func fill(weight: Int = 1, screen: @escaping (TerminalSize) -> Screen) -> Part {
      Part(.fill(weight: weight), screen: screen)
    }

    /// Creates a part of one row, for example a title or a ``HelpBar``.
    ///
    /// - Parameter line: Creates the text for a number of columns.
    public static func line(_ line: @escaping (_ width: Int) -> StyledText) -> Part {
      Part(.fixed(1)) { Screen([line($0.columns)]) }
    }
  }

  /// The arrangement of the parts.
  public var axis: Axis

  /// The number of empty rows or columns between two parts.
  public var gap: Int

  /// The parts from top to bottom, or from left to right.
  public var parts: [Part]

  /// Creates a layout.
  ///
  /// - Parameters:
  ///   - axis: The arrangement of the parts.
  ///   - gap: The number of empty rows or columns between two parts.
  ///   - parts: The parts from top to bottom, or from left to right.
  public init(_ axis: Axis, gap: Int = 0, _ parts: [Part]) {
    self.axis = axis
    self.gap = gap
    self.parts = parts
  }

  /// Creates a layout of rows.
  public static func rows(gap: Int = 0, _ parts: [Part]) -> Layout { Layout(.rows, gap: gap, parts) }

  /// Creates a layout of columns.
  public static func columns(gap: Int = 0, _ parts: [Part]) -> Layout { Layout(.columns, gap: gap, parts) }

  /// Returns the frames of the parts, for example to pass mouse events on.
  ///
  /// If the space is too small, fixed parts come first, then parts with a content, and each kind from the first part to
  /// the last one. Parts without space have an empty frame.
  ///
  /// - Parameter size: The size of the layout.
  public func frames(in size: TerminalSize) -> [ScreenFrame] { arranged(in: size).map(\.frame) }

  /// Returns the parts as one screen.
  ///
  /// - Parameter size: The size of the layout.
  /// - Returns: The screen. Its cursor is that of the first part that has one.
  public func screen(size: TerminalSize) -> Screen {
    let parts = arranged(in: size)
    let shown = zip(self.parts, parts).map { part, arranged in
      arranged.frame.size.columns > 0 && arranged.frame.size.rows > 0
        ? arranged.content ?? part.screen(arranged.frame.size) : Screen()
    }
    return Screen(joining: Array(zip(shown, parts.map(\.frame))), axis: axis)
  }
}

extension Layout {
  private struct ArrangedPart {
    var frame: ScreenFrame
    /// The screen of a part with the length of its content.
    var content: Screen?
  }

  private func arranged(in size: TerminalSize) -> [ArrangedPart] {
    let total = axis == .columns ? size.columns : size.rows
    var room = max(total - gap * max(parts.count - 1, 0), 0)
    var lengths = [Int](repeating: 0, count: parts.count)
    var contents = [Screen?](repeating: nil, count: parts.count)
    func take(_ length: Int, for index: Int) {
      lengths[index] = min(max(length, 0), room)
      room -= lengths[index]
    }
    for (index, part) in parts.enumerated() {
      if case .fixed(let length) = part.length { take(length, for: index) }
    }
    for (index, part) in parts.enumerated() {
      guard case .content(let limit) = part.length else { continue }
      let content = part.screen(frame(at: 0, length: min(room, limit), in: size).size)
      contents[index] = content
      let length = axis == .columns ? content.lines.map(\.width).max() ?? 0 : content.lines.count
      take(min(length, limit), for: index)
    }
    var weight = parts.reduce(0) { $0 + $1.weight }
    for (index, part) in parts.enumerated() where part.weight > 0 {
      take(room * part.weight / weight, for: index)
      weight -= part.weight
    }
    var start = 0
    return lengths.indices.map { index in
      defer { start += lengths[index] + gap }
      return ArrangedPart(frame: frame(at: start, length: lengths[index], in: size), content: contents[index])
    }
  }

  private func frame(at start: Int, length: Int, in size: TerminalSize) -> ScreenFrame {
    switch axis {
    case .columns:
      ScreenFrame(
        origin: ScreenPosition(column: start, row: 0),
        size: TerminalSize(columns: length, rows: size.rows)
      )
    case .rows:
      ScreenFrame(
        origin: ScreenPosition(column: 0, row: start),
        size: TerminalSize(columns: size.columns, rows: length)
      )
    }
  }
}

extension Layout.Part {
  fileprivate var weight: Int {
    guard case .fill(let weight) = length else { return 0 }
    return max(weight, 0)
  }
}

extension Screen {
  /// Joins the screens of parts. Lines that don't fit are cut.
  ///
  /// - Parameters:
  ///   - parts: The screens and their frames in order.
  ///   - axis: The arrangement of the frames.
  init(joining parts: [(screen: Screen, frame: ScreenFrame)], axis: Layout.Axis) {
    var lines: [StyledText] = []
    var cursor: ScreenPosition?
    let height = parts.map { min($0.screen.lines.count, $0.frame.size.rows) }.max() ?? 0
    if axis == .columns { lines = Array(repeating: "", count: height) }
    for (screen, frame) in parts {
      let shown = screen.lines.prefix(frame.size.rows).map { $0.clipped(to: frame.size.columns) }
      switch axis {
      case .columns:
        for (row, line) in shown.enumerated() where !line.isEmpty {
          lines[row] = lines[row].padded(to: frame.origin.column) + line
        }
      case .rows:
        guard !shown.isEmpty else { break }
        lines += Array(repeating: "", count: max(frame.origin.row - lines.count, 0)) + shown
      }
      guard cursor == nil, let position = screen.cursor else { continue }
      let moved = ScreenPosition(column: position.column + frame.origin.column, row: position.row + frame.origin.row)
      if frame.contains(moved) { cursor = moved }
    }
    self.init(lines, cursor: cursor)
  }
}
