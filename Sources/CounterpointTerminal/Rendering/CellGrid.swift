/// A screen as the cells of a terminal of a certain size.
///
/// Rows and cells that are blank to the end are not kept, so the memory that a grid takes depends on what there is to
/// see, not on the terminal's size.
struct CellGrid: Equatable, Sendable {
  private(set) var rows: [[Cell]] = []

  init() {}

  /// Lays out a screen.
  ///
  /// - Parameters:
  ///   - screen: The lines.
  ///   - size: The visible size.
  ///   - colorSupport: Colors beyond it become the nearest ones, so that cells that look the same are equal.
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
        // Marks without a character to stand on have no cell.
        if width == 0 { continue }
        if cells.count + width > columns {
          // Half a wide character can't be shown; later characters are beyond the edge in any case.
          if cells.count < columns { cells.append(Cell(character: " ", style: style, width: 1)) }
          return trimmed(cells)
        }
        cells.append(Cell(character: character, style: style, width: width))
        if width > 1 { cells.append(.continuation) }
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
