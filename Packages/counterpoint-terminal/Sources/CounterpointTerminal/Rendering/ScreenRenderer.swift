/// Computes the output that changes a terminal from one screen to the next.
///
/// The renderer stores the current content of the terminal. ``render(_:size:)`` returns the output for the cells that
/// differ, or nothing if no cell does. Only this renderer may draw on the terminal. Call ``invalidate()`` after other
/// output. A new size redraws the whole screen.
public struct ScreenRenderer: Sendable {
  private struct Shown {
    var screen: Screen
    var size: TerminalSize
    var grid: CellGrid
  }

  /// The supported colors. The nearest supported color replaces other colors.
  public let colorSupport: ColorSupport

  /// The width of ambiguous characters.
  public let ambiguousWidth: AmbiguousWidth

  /// The part of the terminal that shows the screens.
  public let display: TerminalDisplay

  /// The terminal's widths of the characters about which terminals disagree. New widths redraw the whole screen.
  package var clusterWidths = ClusterWidths() {
    didSet { if clusterWidths != oldValue { shown = nil } }
  }

  /// The current content of the terminal; `nil` if it is unknown.
  private var shown: Shown?

  /// The number of rows of an inline display. The saved cursor of the terminal is in the last one.
  private var inlineRows = 1

  /// The position of the terminal's cursor in an inline display; `nil` if it is unknown.
  ///
  /// A hidden cursor is in the first cell. When a terminal gets another width, it wraps the rows of the screen again,
  /// and moves its cursor with its cell, but not the saved cursor. So the first row of the old screen is known then.
  private var inlineCursor: ScreenPosition?

  /// Creates a renderer that draws its first screen in full.
  ///
  /// - Parameters:
  ///   - colorSupport: The colors that the terminal can show.
  ///   - ambiguousWidth: The width of ambiguous characters.
  ///   - display: The part of the terminal that shows the screens.
  public init(
    colorSupport: ColorSupport,
    ambiguousWidth: AmbiguousWidth = .narrow,
    display: TerminalDisplay = .alternateScreen
  ) {
    self.colorSupport = colorSupport
    self.ambiguousWidth = ambiguousWidth
    self.display = display
  }

  /// Marks the content of the terminal as unknown, so the next screen is drawn in full.
  public mutating func invalidate() {
    shown = nil
    inlineRows = 1
    inlineCursor = nil
  }

  /// Returns the output that shows a screen.
  ///
  /// - Parameters:
  ///   - screen: The screen. It is cut to the size, and a cursor outside is hidden.
  ///   - size: The terminal's size. A new size redraws the whole screen.
  /// - Returns: UTF-8 text with escape codes, as one synchronized update; empty if nothing changes. After it, the style
  ///   is plain, and the cursor is shown only if the screen has one.
  /// - Complexity: O(n), where n is the number of visible characters.
  public mutating func render(_ screen: Screen, size: TerminalSize) -> [UInt8] {
    // The drawing thread may lack the task-local value of the task that created the screen.
    guard ambiguousWidth == DisplayWidth.ambiguousWidth else {
      return DisplayWidth.$ambiguousWidth.withValue(ambiguousWidth) { render(screen, size: size) }
    }
    guard clusterWidths == DisplayWidth.clusterWidths else {
      return DisplayWidth.$clusterWidths.withValue(clusterWidths) { render(screen, size: size) }
    }
    let isResized = shown != nil && shown?.size != size
    let known = isResized ? nil : shown
    if let known, known.screen == screen { return [] }
    let grid = CellGrid(screen, size: size, colorSupport: colorSupport)
    let cursor = Self.visibleCursor(of: screen, size: size)
    shown = Shown(screen: screen, size: size, grid: grid)

    let oldCursor = known.flatMap { Self.visibleCursor(of: $0.screen, size: size) }
    if let known, known.grid == grid, cursor == oldCursor { return [] }

    let rows = max(min(screen.lines.count, size.rows), (cursor?.row ?? 0) + 1)
    var writer = beginFrame(rows: rows, size: size, isResized: isResized)
    if known == nil || oldCursor != nil { writer.write(code: EscapeCodes.hideCursor) }
    if known == nil, !isResized || display == .alternateScreen { clear(with: &writer) }
    Self.writeChanges(from: known?.grid ?? CellGrid(), to: grid, columns: size.columns, with: &writer)
    writer.change(to: .plain)
    if display != .alternateScreen {
      writer.move(to: ScreenPosition(column: 0, row: inlineRows - 1))
      writer.write(code: EscapeCodes.saveCursor)
    }
    if let cursor {
      writer.move(to: cursor)
      writer.write(code: EscapeCodes.showCursor)
    } else if display != .alternateScreen {
      writer.move(to: ScreenPosition(column: 0, row: 0))
    }
    inlineCursor = cursor ?? ScreenPosition(column: 0, row: 0)
    writer.write(code: EscapeCodes.frameEnds)
    return Array(writer.output.utf8)
  }

  /// Begins a synchronized update. An inline display gets the rows that the screen needs.
  private mutating func beginFrame(rows: Int, size: TerminalSize, isResized: Bool) -> FrameWriter {
    guard display != .alternateScreen else {
      var writer = FrameWriter(size: size)
      writer.write(code: EscapeCodes.frameBegins)
      return writer
    }
    if isResized, let inlineCursor { return beginFrame(rows: rows, size: size, below: inlineCursor) }
    inlineRows = max(min(inlineRows, size.rows), 1)
    var writer = FrameWriter(size: size, row: inlineRows - 1)
    writer.write(code: EscapeCodes.frameBegins)
    writer.write(code: EscapeCodes.restoreCursor)
    if rows > inlineRows {
      writer.appendRows(rows - inlineRows)
      inlineRows = rows
    }
    return writer
  }

  /// Begins an update of an inline display after a resize: removes the old screen, from its first row on.
  private mutating func beginFrame(rows: Int, size: TerminalSize, below cursor: ScreenPosition) -> FrameWriter {
    var writer = FrameWriter(size: size, row: cursor.row)
    writer.write(code: EscapeCodes.frameBegins)
    writer.write(code: "\r")
    clear(with: &writer)
    if rows > 1 { writer.appendRows(rows - 1) }
    inlineRows = rows
    return writer
  }

  private func clear(with writer: inout FrameWriter) {
    if display == .alternateScreen {
      writer.write(code: EscapeCodes.plainAndClear)
    } else {
      writer.move(to: ScreenPosition(column: 0, row: 0))
      writer.write(code: EscapeCodes.plainAndClearBelow)
    }
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
      // A terminal may draw a character of uncertain width over the next cells, so the rest of the row is rewritten.
      var rewritesRest = false
      while column < newCells.count {
        let cell = newCells[column]
        // The other columns of a wide character change only together with the first one.
        if rewritesRest || cell != (column < oldCells.count ? oldCells[column] : .blank) {
          let position = ScreenPosition(column: column, row: row)
          writer.bridge(to: position, over: newCells)
          writer.put(cell, at: position)
          rewritesRest = rewritesRest || DisplayWidth.hasUncertainWidth(cell.character)
        }
        column += max(1, cell.width)
      }
      if oldCells.count > newCells.count || rewritesRest && newCells.count < columns {
        writer.clear(from: ScreenPosition(column: newCells.count, row: row))
      }
    }
  }
}

/// A screen as a grid of terminal cells.
///
/// Trailing blank rows and cells are not stored, so the memory depends on the content, not on the terminal's size.
struct CellGrid: Equatable, Sendable {
  private(set) var rows: [[Cell]] = []

  init() {}

  /// Lays out a screen.
  ///
  /// - Parameters:
  ///   - screen: The screen.
  ///   - size: The visible size.
  ///   - colorSupport: The supported colors. Others become the nearest ones, so cells that look the same are equal.
  init(_ screen: Screen, size: TerminalSize, colorSupport: ColorSupport) {
    rows = screen.lines.prefix(size.rows).map { Self.row($0, columns: size.columns, colorSupport: colorSupport) }
    while rows.last?.isEmpty == true { rows.removeLast() }
  }

  private static func row(_ line: StyledText, columns: Int, colorSupport: ColorSupport) -> [Cell] {
    var cells: [Cell] = []
    for run in line.runs {
      let style = run.style.degraded(to: colorSupport)
      for character in run.text {
        let width = DisplayWidth.of(character)
        // Lone combining marks have no cell.
        if width == 0 { continue }
        if width > max(columns, 2), cells.count < columns {
          // A syllable can have more spacing marks than the terminal has columns.
          cells.append(Cell(character: "\u{FFFD}", style: style, width: 1))
          return cells
        }
        if cells.count + width > columns {
          // A part of a wide character can't be shown.
          while cells.count < columns { cells.append(Cell(character: " ", style: style, width: 1)) }
          return trimmed(cells)
        }
        cells.append(Cell(character: character, style: style, width: width))
        for _ in 1..<max(width, 1) { cells.append(.continuation) }
      }
    }
    return trimmed(cells)
  }

  private static func trimmed(_ cells: [Cell]) -> [Cell] {
    var cells = cells
    while cells.last == .blank { cells.removeLast() }
    return cells
  }
}

/// A character cell of a terminal.
struct Cell: Equatable, Sendable {
  /// An empty cell.
  static let blank = Cell(character: " ", style: .plain, width: 1)

  /// Another column of a wide character.
  static let continuation = Cell(character: " ", style: .plain, width: 0)

  var character: Character
  var style: Style
  /// The width of the character; 0 for another column of a wide character.
  var width: Int
}
