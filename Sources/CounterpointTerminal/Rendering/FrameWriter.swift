/// Writes cells with as few escape codes as it takes, by remembering where the cursor is and which style is on.
struct FrameWriter {
  private(set) var output = ""

  /// The position of the next character; `nil` when terminals might disagree.
  private var cursor: ScreenPosition?
  private var style = Style.plain
  private let size: TerminalSize

  /// Begins with the plain style and an unknown cursor.
  init(size: TerminalSize) { self.size = size }

  /// Writes a code that moves nothing and changes no style.
  mutating func write(code: String) { output += code }

  mutating func move(to target: ScreenPosition) {
    guard cursor != target else { return }
    if let cursor, cursor.row == target.row, cursor.column < target.column {
      let distance = target.column - cursor.column
      output += distance == 1 ? "\u{1B}[C" : "\u{1B}[\(distance)C"
    } else if target.column == 0 {
      output += target.row == 0 ? "\u{1B}[H" : "\u{1B}[\(target.row + 1)H"
    } else {
      output += "\u{1B}[\(target.row + 1);\(target.column + 1)H"
    }
    cursor = target
  }

  /// Goes right over a few cells by writing them once more, where that takes fewer bytes than a code.
  ///
  /// - Parameters:
  ///   - target: The place to go to. Nothing happens if it is not close behind the cursor.
  ///   - cells: The row's cells, which the terminal shows already.
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
    let isContested = DisplayWidth.isContested(cell.character)
    if isContested {
      // A terminal that thinks the character narrower would leave a cell as it was, so blanks go first.
      output += String(repeating: " ", count: cell.width)
      if position.column + cell.width < size.columns {
        output += cell.width == 1 ? "\u{1B}[D" : "\u{1B}[\(cell.width)D"
      } else {
        // In the last column terminals differ in where the cursor waits.
        cursor = nil
        move(to: position)
      }
    }
    output.append(cell.character)
    let next = ScreenPosition(column: position.column + cell.width, row: position.row)
    cursor = isContested || next.column >= size.columns ? nil : next
  }

  /// Makes the rest of a row blank.
  mutating func clear(from position: ScreenPosition) {
    move(to: position)
    // The cleared cells get the background that is on.
    change(to: .plain)
    output += EscapeCodes.clearToEndOfLine
  }

  mutating func change(to new: Style) {
    output += StyleCodes.change(from: style, to: new)
    style = new
  }
}
