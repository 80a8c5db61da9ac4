import CounterpointTerminal

/// A minimal terminal emulator, which executes the renderer's output and stores the content of each cell.
///
/// It is independent of the renderer's grid. It records other codes in `unknownCodes`.
struct TerminalEmulator {
  struct Cell: Equatable, CustomStringConvertible {
    var text: String
    var style: Style

    static let blank = Cell(text: " ", style: .plain)
    var description: String { style == .plain ? text : "[\(text)]" }
  }

  private(set) var size: TerminalSize
  private(set) var cells: [[Cell]]
  private(set) var cursor = ScreenPosition(column: 0, row: 0)
  private var savedCursor = ScreenPosition(column: 0, row: 0)
  private(set) var isCursorVisible = true
  private(set) var isInsideFrame = false
  private(set) var style = Style.plain
  private(set) var unknownCodes: [String] = []
  /// The number of characters written since the start.
  private(set) var writes = 0

  init(size: TerminalSize, filledWith filler: String = " ") {
    self.size = size
    let row = [Cell](repeating: Cell(text: filler, style: .plain), count: size.columns)
    cells = [[Cell]](repeating: row, count: size.rows)
  }

  /// The rows without styles, including trailing blanks.
  var rows: [String] { cells.map { $0.map(\.text).joined() } }

  mutating func resize(to new: TerminalSize, filledWith filler: String) {
    let old = self
    self = TerminalEmulator(size: new, filledWith: filler)
    (isCursorVisible, writes, unknownCodes) = (old.isCursorVisible, old.writes, old.unknownCodes)
  }

  mutating func feed(_ bytes: [UInt8]) {
    var text = ""
    var rest = String(decoding: bytes, as: UTF8.self).unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard scalar == "\u{1B}" else {
        text.unicodeScalars.append(scalar)
        continue
      }
      write(text)
      text = ""
      switch rest.popFirst() {
      case "[": break
      case "7":
        savedCursor = cursor
        continue
      case "8":
        cursor = savedCursor
        continue
      default:
        unknownCodes.append("ESC without bracket")
        continue
      }
      let parameters = rest.prefix { !(0x40...0x7E).contains($0.value) }
      rest = rest.dropFirst(parameters.count)
      if let final = rest.popFirst() { obey(String(parameters), Character(final)) }
    }
    write(text)
  }

  private mutating func write(_ text: String) {
    for character in text {
      if character == "\r" || character == "\r\n" {
        cursor.column = 0
        if character == "\r\n" { moveDown() }
        continue
      }
      let width = DisplayWidth.of(character)
      guard width > 0, cursor.column + width <= size.columns, cursor.row < size.rows else {
        unknownCodes.append("cannot place \(character.debugDescription) at \(cursor)")
        continue
      }
      writes += 1
      put(Cell(text: String(character), style: style), at: cursor.column)
      for next in 1..<width { put(Cell(text: "", style: style), at: cursor.column + next) }
      cursor.column += width
    }
  }

  /// At the bottom, the rows scroll up.
  private mutating func moveDown() {
    guard cursor.row == size.rows - 1 else {
      cursor.row += 1
      return
    }
    cells.removeFirst()
    cells.append([Cell](repeating: .blank, count: size.columns))
  }

  /// Overwriting a part of a wide character turns the other parts into blanks.
  private mutating func put(_ cell: Cell, at column: Int) {
    var row = cells[cursor.row]
    if !cell.text.isEmpty, row[column].text.isEmpty {
      var part = column
      while part > 0, row[part].text.isEmpty {
        part -= 1
        if part + 1 < column { row[part + 1].text = " " }
      }
      row[part].text = " "
    }
    var part = column + 1
    while part < row.count, row[part].text.isEmpty {
      row[part].text = " "
      part += 1
    }
    row[column] = cell
    cells[cursor.row] = row
  }

  private mutating func obey(_ parameters: String, _ final: Character) {
    let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    let first = numbers.first ?? 0
    switch (final, parameters) {
    case ("h", "?25"): isCursorVisible = true
    case ("l", "?25"): isCursorVisible = false
    case ("h", "?2026"): isInsideFrame = true
    case ("l", "?2026"): isInsideFrame = false
    // Questions, which this terminal does not answer.
    case ("n", "6"), ("c", ""): break
    case ("h", "?1049"), ("l", "?1049"), ("h", "?2004"), ("l", "?2004"), ("h", "?7"), ("l", "?7"): break
    case ("H", _):
      cursor = ScreenPosition(column: max(1, numbers.count > 1 ? numbers[1] : 1) - 1, row: max(1, first) - 1)
    case ("A", _): cursor.row = max(0, cursor.row - max(1, first))
    case ("B", _): cursor.row = min(size.rows - 1, cursor.row + max(1, first))
    case ("G", _): cursor.column = max(1, first) - 1
    case ("C", _): cursor.column = min(size.columns - 1, cursor.column + max(1, first))
    case ("D", _): cursor.column = max(0, min(cursor.column, size.columns - 1) - max(1, first))
    case ("J", "2"): clear(rows: 0..<size.rows, from: 0)
    case ("J", ""):
      clear(rows: cursor.row..<cursor.row + 1, from: cursor.column)
      clear(rows: cursor.row + 1..<size.rows, from: 0)
    case ("K", "1"):
      for column in 0...cursor.column {
        cells[cursor.row][column] = Cell(text: " ", style: Style(background: style.background))
      }
    case ("K", ""): clear(rows: cursor.row..<cursor.row + 1, from: cursor.column)
    case ("m", _): change(numbers)
    default: unknownCodes.append("\(parameters)\(final)")
    }
  }

  private mutating func clear(rows: Range<Int>, from column: Int) {
    // Cleared cells get the current background, as on a real terminal.
    let empty = Cell(text: " ", style: Style(background: style.background))
    for row in rows {
      if column < size.columns, cells[row][column].text.isEmpty, column > 0 { cells[row][column - 1].text = " " }
      for column in column..<size.columns { cells[row][column] = empty }
    }
  }

  private mutating func change(_ numbers: [Int]) {
    var rest = (numbers.isEmpty ? [0] : numbers)[...]
    while let number = rest.popFirst() {
      switch number {
      case 0: style = .plain
      case 1: style.isBold = true
      case 2: style.isDim = true
      case 3: style.isItalic = true
      case 4: style.isUnderlined = true
      case 7: style.isInverse = true
      case 9: style.isStruckThrough = true
      case 22: (style.isBold, style.isDim) = (false, false)
      case 23: style.isItalic = false
      case 24: style.isUnderlined = false
      case 27: style.isInverse = false
      case 29: style.isStruckThrough = false
      case 30...37, 90...97: style.foreground = Self.named(number)
      case 40...47, 100...107: style.background = Self.named(number - 10)
      case 38: style.foreground = Self.exact(&rest)
      case 48: style.background = Self.exact(&rest)
      case 39: style.foreground = nil
      case 49: style.background = nil
      default: unknownCodes.append("\(number)m")
      }
    }
  }

  private static func named(_ number: Int) -> Color {
    let colors: [Color] = [
      .black, .red, .green, .yellow, .blue, .magenta, .cyan, .white,
      .brightBlack, .brightRed, .brightGreen, .brightYellow, .brightBlue, .brightMagenta, .brightCyan, .brightWhite,
    ]
    return colors[number < 40 ? number - 30 : number - 82]
  }

  private static func exact(_ rest: inout ArraySlice<Int>) -> Color? {
    switch rest.popFirst() {
    case 5: return rest.popFirst().map { .palette(UInt8($0)) }
    case 2:
      guard let red = rest.popFirst(), let green = rest.popFirst(), let blue = rest.popFirst() else { return nil }
      return .rgb(red: UInt8(red), green: UInt8(green), blue: UInt8(blue))
    default: return nil
    }
  }
}
