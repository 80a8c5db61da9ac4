/// The content of a terminal: lines of styled text, and the cursor.
///
/// A screen has no size. Each terminal shows the part that fits, from the top left corner. Create a screen from a
/// state, compare it in a test, print it with ``plainText(size:)``, or draw it with ``TerminalSession/draw(_:)``.
public struct Screen: Hashable, Sendable, ExpressibleByArrayLiteral {
  /// The lines from top to bottom, without line breaks in them.
  public private(set) var lines: [StyledText]

  /// The position of the cursor; `nil` hides it.
  public var cursor: ScreenPosition?

  /// Creates an empty screen.
  public init() { lines = [] }

  /// Creates a screen.
  ///
  /// - Parameters:
  ///   - lines: The texts from top to bottom. A text with line breaks becomes several lines.
  ///   - cursor: The position of the cursor. `nil` and positions outside the terminal hide it.
  public init(_ lines: [StyledText], cursor: ScreenPosition? = nil) {
    self.lines = lines.flatMap(\.lines)
    self.cursor = cursor
  }

  /// Creates a screen without a cursor from its lines.
  public init(arrayLiteral elements: StyledText...) { self.init(elements) }

  /// Appends a text below the last line. A text with line breaks becomes several lines.
  public mutating func append(_ text: StyledText) { lines += text.lines }

  /// Returns the visible text without styles, as a script prints it.
  ///
  /// - Parameter size: The visible rows and columns. A wide character across the right edge becomes a blank.
  /// - Returns: The visible rows, separated by `\n`, without trailing blanks and trailing empty rows.
  public func plainText(size: TerminalSize) -> String {
    var rows = lines.prefix(size.rows).map { line in
      let visible = line.columns(0..<size.columns).plainText
      return String(visible[..<(visible.lastIndex { $0 != " " }.map(visible.index(after:)) ?? visible.startIndex)])
    }
    while rows.last?.isEmpty == true { rows.removeLast() }
    return rows.joined(separator: "\n")
  }
}

extension Screen {
  /// Appends another screen below the last line, for example a text field of a form.
  ///
  /// - Parameters:
  ///   - part: The other screen. If it has a cursor, it becomes the cursor of this screen.
  ///   - label: A single line of text on the left of the other screen's first line.
  public mutating func append(_ part: Screen, label: StyledText = "") {
    let left = label.width
    if let cursor = part.cursor {
      self.cursor = ScreenPosition(column: cursor.column + left, row: cursor.row + lines.count)
    }
    for (index, line) in part.lines.enumerated() {
      append((index == 0 ? label : StyledText.blanks(left)) + line)
    }
  }
}

extension Screen {
  /// Returns the screen with other lines drawn over it. The cursor stays.
  ///
  /// - Parameters:
  ///   - lines: The lines to draw, from top to bottom. A wide character that is partly covered becomes a blank.
  ///   - position: The start of the first line. Lines and columns outside the top and left edges are cut off. Missing
  ///     rows are added.
  public func overlaid(with lines: [StyledText], at position: ScreenPosition) -> Screen {
    var combined = self.lines
    for (index, line) in lines.flatMap(\.lines).enumerated() {
      let row = position.row + index
      guard row >= 0 else { continue }
      while combined.count <= row { combined.append("") }
      let left = max(0, position.column)
      let cover = line.columns(max(0, -position.column)..<Int.max)
      combined[row] =
        combined[row].columns(0..<left).padded(to: left) + cover
        + combined[row].columns(left + cover.width..<Int.max)
    }
    return Screen(combined, cursor: cursor)
  }

  /// Returns the screen with a box in the center and without a cursor.
  ///
  /// - Parameters:
  ///   - box: The box. It shrinks if the terminal is too small.
  ///   - size: The size of the terminal.
  public func showing(_ box: Box, in size: TerminalSize) -> Screen {
    let lines = box.lines(fitting: size)
    let width = lines.first?.width ?? 0
    let corner = ScreenPosition(column: (size.columns - width) / 2, row: (size.rows - lines.count) / 2)
    var combined = overlaid(with: lines, at: corner)
    combined.cursor = nil
    return combined
  }
}
