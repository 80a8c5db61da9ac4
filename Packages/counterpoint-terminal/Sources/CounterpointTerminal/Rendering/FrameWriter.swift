/// Writes cells with few escape codes, because it tracks the position of the cursor and the current style.
struct FrameWriter {
  private(set) var output = ""

  /// The position of the next character; `nil` if it depends on the terminal.
  private var cursor: ScreenPosition?
  private var style = Style.plain
  private let size: TerminalSize
  /// The row of the cursor if rows can't be addressed, because the screen begins somewhere on the terminal.
  private var relativeRow: Int?

  /// Creates a writer with the plain style and an unknown cursor position.
  init(size: TerminalSize) { self.size = size }

  /// Creates a writer that moves the cursor relative to a known row. Its column is 0.
  init(size: TerminalSize, row: Int) {
    self.size = size
    relativeRow = row
    cursor = ScreenPosition(column: 0, row: row)
  }

  /// Writes a code that changes neither the cursor position nor the style.
  mutating func write(code: String) { output += code }

  mutating func move(to target: ScreenPosition) {
    guard cursor != target else { return }
    if let relativeRow {
      move(to: target, from: relativeRow)
    } else if let cursor, cursor.row == target.row, cursor.column < target.column {
      let distance = target.column - cursor.column
      output += distance == 1 ? "\u{1B}[C" : "\u{1B}[\(distance)C"
    } else if target.column == 0 {
      output += target.row == 0 ? "\u{1B}[H" : "\u{1B}[\(target.row + 1)H"
    } else {
      output += "\u{1B}[\(target.row + 1);\(target.column + 1)H"
    }
    cursor = target
  }

  private mutating func move(to target: ScreenPosition, from row: Int) {
    if target.row != row { output += "\u{1B}[\(abs(target.row - row))\(target.row > row ? "B" : "A")" }
    relativeRow = target.row
    guard cursor?.column != target.column else { return }
    output += target.column == 0 ? "\r" : "\u{1B}[\(target.column + 1)G"
  }

  /// Adds empty rows at the bottom of the terminal, below the cursor in the last row of the screen.
  mutating func appendRows(_ count: Int) {
    output += String(repeating: "\r\n", count: count)
    let row = (relativeRow ?? 0) + count
    relativeRow = row
    cursor = ScreenPosition(column: 0, row: row)
  }

  /// Moves the cursor right by up to three cells by rewriting them, because that is shorter than an escape code.
  ///
  /// - Parameters:
  ///   - target: The target position. Has no effect if it is not close to the cursor.
  ///   - cells: The row's cells, which the terminal already shows.
  mutating func bridge(to target: ScreenPosition, over cells: [Cell]) {
    guard let start = cursor, start.row == target.row, (1...3).contains(target.column - start.column) else { return }
    let between = cells[start.column..<target.column]
    guard between.allSatisfy({ $0.width == 1 && $0.style == style && $0.character.isASCII }) else { return }
    for cell in between { output.append(cell.character) }
    cursor = target
  }

  mutating func put(_ cell: Cell, at position: ScreenPosition) {
    move(to: position)
    change(to: cell.style)
    let hasUncertainWidth = DisplayWidth.hasUncertainWidth(cell.character)
    if hasUncertainWidth {
      // A terminal with a narrower character would keep the old content of a cell, so blanks are written first.
      output += String(repeating: " ", count: cell.width)
      if position.column + cell.width < size.columns {
        output += cell.width == 1 ? "\u{1B}[D" : "\u{1B}[\(cell.width)D"
      } else {
        // After the last column, the position of the cursor depends on the terminal.
        cursor = nil
        move(to: position)
      }
    }
    let room = size.columns - position.column
    output.append(
      hasUncertainWidth
        ? ClusterShape(cell.character).written(on: DisplayWidth.clusterWidths, room: room) : cell.character
    )
    let next = ScreenPosition(column: position.column + cell.width, row: position.row)
    cursor = hasUncertainWidth || next.column >= size.columns ? nil : next
  }

  /// Clears the rest of a row.
  mutating func clear(from position: ScreenPosition) {
    move(to: position)
    // Cleared cells get the current background.
    change(to: .plain)
    output += EscapeCodes.clearToEndOfLine
  }

  mutating func change(to new: Style) {
    output += StyleCodes.change(from: style, to: new)
    style = new
  }
}

/// The escape codes for whole screens, from ECMA-48, DEC and xterm. Terminals ignore unknown codes.
enum EscapeCodes {
  /// Returns the codes that begin a session: they select the display, enable bracketed paste, disable auto-wrap, and
  /// hide the cursor.
  static func enter(_ display: TerminalDisplay, reportsMouse: Bool) -> [UInt8] {
    let common = "\u{1B}[?2004h\u{1B}[?7l\u{1B}[?25l\u{1B}[0m"
    switch display {
    case .alternateScreen: return bytes("\u{1B}[?1049h\(reportsMouse ? enableMouse : "")\(common)\u{1B}[2J")
    case .inline: return bytes("\(common)\r\(saveCursor)")
    }
  }

  /// Returns the codes that revert `enter`. They begin with the end of a frame, because the last one may be incomplete.
  static func leave(_ display: TerminalDisplay, reportsMouse: Bool) -> [UInt8] {
    let common = "\u{1B}[0m\u{1B}[?7h\u{1B}[?2004l\u{1B}[?25h"
    switch display {
    case .alternateScreen: return bytes("\(frameEnds)\(reportsMouse ? disableMouse : "")\(common)\u{1B}[?1049l")
    // The saved cursor is in the last row of the screen.
    case .inline: return bytes("\(frameEnds)\(restoreCursor)\(common)\r\n")
    }
  }

  /// Enables reports of buttons and of the wheel, in the form of SGR.
  private static let enableMouse = "\u{1B}[?1000h\u{1B}[?1006h"
  private static let disableMouse = "\u{1B}[?1006l\u{1B}[?1000l"

  static let saveCursor = "\u{1B}7"
  static let restoreCursor = "\u{1B}8"

  /// Begins a synchronized update.
  static let frameBegins = "\u{1B}[?2026h"
  /// Ends a synchronized update.
  static let frameEnds = "\u{1B}[?2026l"

  static let showCursor = "\u{1B}[?25h"
  static let hideCursor = "\u{1B}[?25l"
  static let plainAndClear = "\u{1B}[0m\u{1B}[2J"
  /// Clears the rows from the first column on. Not with one code: when the cursor is in the first cell of the terminal,
  /// tmux takes this for clearing all, and moves the old screen into its history.
  static let plainAndClearBelow = "\u{1B}[0m\u{1B}[C\u{1B}[1K\u{1B}[J\r"
  static let clearToEndOfLine = "\u{1B}[K"

  private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
}

/// The escape codes that change the current style.
enum StyleCodes {
  /// Returns the shortest code that changes one style to another; empty if they are equal.
  static func change(from old: Style, to new: Style) -> String {
    guard old != new else { return "" }
    let difference = parameters(from: old, to: new)
    // A reset (0) is often shorter than reverting single attributes.
    let reset = ["0"] + parameters(from: .plain, to: new)
    let candidates = [difference.joined(separator: ";"), reset.joined(separator: ";")]
    let shortest = candidates[1].utf8.count < candidates[0].utf8.count ? candidates[1] : candidates[0]
    // A single zero is optional.
    return "\u{1B}[\(shortest == "0" ? "" : shortest)m"
  }

  private static func parameters(from old: Style, to new: Style) -> [String] {
    var parameters: [String] = []
    var (wasBold, wasDim) = (old.isBold, old.isDim)
    if wasBold && !new.isBold || wasDim && !new.isDim {
      // One code reverts both.
      parameters.append("22")
      (wasBold, wasDim) = (false, false)
    }
    if new.isBold && !wasBold { parameters.append("1") }
    if new.isDim && !wasDim { parameters.append("2") }
    if new.isItalic != old.isItalic { parameters.append(new.isItalic ? "3" : "23") }
    if new.isUnderlined != old.isUnderlined { parameters.append(new.isUnderlined ? "4" : "24") }
    if new.isInverse != old.isInverse { parameters.append(new.isInverse ? "7" : "27") }
    if new.isStruckThrough != old.isStruckThrough { parameters.append(new.isStruckThrough ? "9" : "29") }
    if new.foreground != old.foreground { parameters.append(parameter(new.foreground, base: 30)) }
    if new.background != old.background { parameters.append(parameter(new.background, base: 40)) }
    return parameters
  }

  /// - Parameter base: 30 for the foreground, 40 for the background.
  private static func parameter(_ color: Color?, base: Int) -> String {
    switch color {
    case nil:
      return "\(base + 9)"
    case .palette(let index):
      return "\(base + 8);5;\(index)"
    case .rgb(let red, let green, let blue):
      return "\(base + 8);2;\(red);\(green);\(blue)"
    case let named?:
      let index = Int(named.namedIndex ?? 7)
      return index < 8 ? "\(base + index)" : "\(base + 60 + index - 8)"
    }
  }
}
