/// The content of a terminal: lines of styled text from the top left corner down, and the cursor.
///
/// A value without a size. Each terminal shows as much of it as fits; the rest is cut off at the right and at the
/// bottom. Create one from a state, compare it in a test, print it with ``plainText(size:)``, or pass it to
/// ``TerminalSession/draw(_:)``.
public struct Screen: Hashable, Sendable, ExpressibleByArrayLiteral {
  /// The lines from top to bottom; none of them has a line break in it.
  public private(set) var lines: [StyledText]

  /// The position of the cursor; `nil` hides it.
  public var cursor: ScreenPosition?

  /// Makes an empty screen.
  public init() { lines = [] }

  /// Creates a screen.
  ///
  /// - Parameters:
  ///   - lines: The texts from top to bottom; one with line breaks in it becomes several lines.
  ///   - cursor: Where the cursor stands; `nil` hides it, as does a place outside the terminal.
  public init(_ lines: [StyledText], cursor: ScreenPosition? = nil) {
    self.lines = lines.flatMap(\.lines)
    self.cursor = cursor
  }

  /// Creates a screen without a cursor from its lines.
  public init(arrayLiteral elements: StyledText...) { self.init(elements) }

  /// Adds lines below the last one; a text with line breaks in it becomes several lines.
  public mutating func append(_ text: StyledText) { lines += text.lines }

  /// The screen without styles, as a script prints it.
  ///
  /// - Parameter size: The rows and columns that are visible; a wide character across the right edge becomes a blank.
  /// - Returns: The visible rows, with `\n` between them. Blanks at the end of rows and empty rows at the end are left
  ///   out, so an empty screen is an empty string.
  public func plainText(size: TerminalSize) -> String {
    var rows = lines.prefix(size.rows).map { line in
      let visible = line.columns(0..<size.columns).plainText
      return String(visible[..<(visible.lastIndex { $0 != " " }.map(visible.index(after:)) ?? visible.startIndex)])
    }
    while rows.last?.isEmpty == true { rows.removeLast() }
    return rows.joined(separator: "\n")
  }
}
