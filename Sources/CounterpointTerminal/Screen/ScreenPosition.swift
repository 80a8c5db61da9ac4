/// The place of one character cell; the top left cell is column 0, row 0.
public struct ScreenPosition: Hashable, Sendable {
  /// Cells to the right of the left edge.
  public var column: Int

  /// Rows below the top edge.
  public var row: Int

  /// Makes a position. Positions outside a screen are allowed: what is put there is not seen.
  public init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }
}
