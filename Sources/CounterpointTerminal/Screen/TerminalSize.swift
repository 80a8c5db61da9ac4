/// The size of a terminal in character cells.
///
/// Written and read as `80x24`, columns first, so it can be an option on a command line:
///
/// ```swift
/// TerminalSize("100x30")  // 100 columns, 30 rows
/// TerminalSize("100")     // nil
/// ```
public struct TerminalSize: Hashable, Sendable, LosslessStringConvertible {
  /// The default size if it is unknown: 80 columns, 24 rows.
  public static let standard = TerminalSize(columns: 80, rows: 24)

  /// The largest number of columns or rows that a description may ask for.
  static let largestWritten = 9_999

  /// The number of cells in a row, never negative.
  public let columns: Int

  /// The number of rows, never negative.
  public let rows: Int

  /// Makes a size. A negative number becomes 0: nothing is visible.
  public init(columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
  }

  /// Reads a size such as `80x24`.
  ///
  /// - Parameter description: Columns, the letter `x` (or `X`), rows; each number from 1 to 9,999 in decimal digits.
  /// - Returns: `nil` for anything else: signs, blanks, a missing number.
  public init?(_ description: String) {
    let parts = description.split(separator: "x", omittingEmptySubsequences: false)
    let sides = parts.count == 2 ? parts : description.split(separator: "X", omittingEmptySubsequences: false)
    guard sides.count == 2, let columns = Self.number(sides[0]), let rows = Self.number(sides[1]) else { return nil }
    self.init(columns: columns, rows: rows)
  }

  /// The size in the form that `init(_:)` reads, for example `80x24`.
  public var description: String { "\(columns)x\(rows)" }

  private static func number(_ digits: Substring) -> Int? {
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let value = Int(digits) else { return nil }
    return (1...largestWritten).contains(value) ? value : nil
  }
}
