/// The size of a terminal in character cells.
///
/// Its text form is `80x24`, columns first, so it can be a command-line option:
///
/// ```swift
/// TerminalSize("100x30")  // 100 columns, 30 rows
/// TerminalSize("100")     // nil
/// ```
public struct TerminalSize: Hashable, Sendable, LosslessStringConvertible {
  /// The default for an unknown size: 80 columns and 24 rows.
  public static let standard = TerminalSize(columns: 80, rows: 24)

  /// The largest number of columns or rows in a text form.
  static let parsingLimit = 9_999

  /// The number of columns. Never negative.
  public let columns: Int

  /// The number of rows. Never negative.
  public let rows: Int

  /// Creates a size. Negative numbers become 0.
  public init(columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
  }

  /// Parses a size such as `80x24`.
  ///
  /// - Parameter description: Columns, `x` or `X`, and rows. The numbers are decimal, from 1 to 9,999.
  /// - Returns: `nil` for any other text.
  public init?(_ description: String) {
    let parts = description.split(separator: "x", omittingEmptySubsequences: false)
    let sides = parts.count == 2 ? parts : description.split(separator: "X", omittingEmptySubsequences: false)
    guard sides.count == 2, let columns = Self.number(sides[0]), let rows = Self.number(sides[1]) else { return nil }
    self.init(columns: columns, rows: rows)
  }

  /// The size in the form that `init(_:)` parses, for example `80x24`.
  public var description: String { "\(columns)x\(rows)" }

  private static func number(_ digits: Substring) -> Int? {
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let value = Int(digits) else { return nil }
    return (1...parsingLimit).contains(value) ? value : nil
  }
}

/// The position of a character cell. The top left cell is column 0, row 0.
public struct ScreenPosition: Hashable, Sendable {
  /// The column, counted from 0 at the left edge.
  public var column: Int

  /// The row, counted from 0 at the top edge.
  public var row: Int

  /// Creates a position. Positions outside the screen are allowed.
  public init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }
}

/// A rectangular part of a screen.
public struct ScreenFrame: Hashable, Sendable {
  /// The top left cell.
  public var origin: ScreenPosition

  /// The size.
  public var size: TerminalSize

  /// Creates a frame.
  public init(origin: ScreenPosition = ScreenPosition(column: 0, row: 0), size: TerminalSize) {
    self.origin = origin
    self.size = size
  }

  /// Returns whether a cell is in the frame.
  public func contains(_ position: ScreenPosition) -> Bool {
    (origin.column..<origin.column + size.columns).contains(position.column)
      && (origin.row..<origin.row + size.rows).contains(position.row)
  }
}
