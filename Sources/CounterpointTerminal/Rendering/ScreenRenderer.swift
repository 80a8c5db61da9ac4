/// Computes the output that makes a terminal show another screen.
///
/// A value that remembers what the terminal shows. ``render(_:size:)`` returns codes and characters for the cells
/// that differ (and for up to three in between, where that is shorter), and nothing if none does. The terminal must
/// be clean, and drawn to only by this renderer. After a resize, or after other output, everything is drawn again.
public struct ScreenRenderer: Sendable {
  private struct Shown {
    var screen: Screen
    var size: TerminalSize
    var grid: CellGrid
  }

  /// The supported colors; others are replaced by the nearest ones.
  public let colorSupport: ColorSupport

  /// The columns that ambiguous characters take.
  public let ambiguousWidth: AmbiguousWidth

  /// The terminal's content; `nil` if it is unknown.
  private var shown: Shown?

  /// Makes a renderer for a terminal of which nothing is known: its first screen is drawn in full.
  ///
  /// - Parameters:
  ///   - colorSupport: The colors that the terminal can show.
  ///   - ambiguousWidth: The columns that ambiguous characters take.
  public init(colorSupport: ColorSupport, ambiguousWidth: AmbiguousWidth = .narrow) {
    self.colorSupport = colorSupport
    self.ambiguousWidth = ambiguousWidth
  }

  /// Forgets what the terminal shows, so that the next screen is drawn in full.
  public mutating func invalidate() { shown = nil }

  /// The bytes that make the terminal show a screen.
  ///
  /// - Parameters:
  ///   - screen: What to show; what does not fit is cut off, and a cursor outside is hidden.
  ///   - size: The terminal's size. Another one than last time means a full drawing.
  /// - Returns: UTF-8 with escape codes, begun and ended as a synchronized update; empty if nothing changes. Afterwards
  ///   the style is plain, and the cursor is shown only if the screen has one.
  /// - Complexity: O(n), n being the number of visible characters; O(1) where the screen is the very same as before.
  public mutating func render(_ screen: Screen, size: TerminalSize) -> [UInt8] {
    // A screen may be drawn by a thread without the task that made it.
    guard ambiguousWidth == DisplayWidth.ambiguousWidth else {
      return DisplayWidth.$ambiguousWidth.withValue(ambiguousWidth) { render(screen, size: size) }
    }
    let known = shown?.size == size ? shown : nil
    if let known, known.screen == screen { return [] }
    let grid = CellGrid(screen, size: size, colorSupport: colorSupport)
    let cursor = Self.visibleCursor(of: screen, size: size)
    shown = Shown(screen: screen, size: size, grid: grid)

    let oldCursor = known.flatMap { Self.visibleCursor(of: $0.screen, size: size) }
    if let known, known.grid == grid, cursor == oldCursor { return [] }

    var writer = FrameWriter(size: size)
    writer.write(code: EscapeCodes.frameBegins)
    if known == nil || oldCursor != nil { writer.write(code: EscapeCodes.hideCursor) }
    if known == nil { writer.write(code: EscapeCodes.plainAndClear) }
    Self.writeChanges(from: known?.grid ?? CellGrid(), to: grid, columns: size.columns, with: &writer)
    writer.change(to: .plain)
    if let cursor {
      writer.move(to: cursor)
      writer.write(code: EscapeCodes.showCursor)
    }
    writer.write(code: EscapeCodes.frameEnds)
    return Array(writer.output.utf8)
  }

  private static func visibleCursor(of screen: Screen, size: TerminalSize) -> ScreenPosition? {
    guard let cursor = screen.cursor, (0..<size.columns).contains(cursor.column),
      (0..<size.rows).contains(cursor.row)
    else { return nil }
    return cursor
  }

  private static func writeChanges(
    from old: CellGrid,
    to new: CellGrid,
    columns: Int,
    with writer: inout FrameWriter
  ) {
    for row in 0..<max(old.rows.count, new.rows.count) {
      let oldCells = row < old.rows.count ? old.rows[row] : []
      let newCells = row < new.rows.count ? new.rows[row] : []
      if oldCells == newCells { continue }
      var column = 0
      // A terminal may spread a contested character over the cells behind it, so these are written again.
      var isSpoilt = false
      while column < newCells.count {
        let cell = newCells[column]
        // The right half of a wide character needs no look: it changes only together with the left one.
        if isSpoilt || cell != (column < oldCells.count ? oldCells[column] : .blank) {
          let position = ScreenPosition(column: column, row: row)
          writer.bridge(to: position, over: newCells)
          writer.put(cell, at: position)
          isSpoilt = isSpoilt || DisplayWidth.isContested(cell.character)
        }
        column += max(1, cell.width)
      }
      if oldCells.count > newCells.count || isSpoilt && newCells.count < columns {
        writer.clear(from: ScreenPosition(column: newCells.count, row: row))
      }
    }
  }
}
