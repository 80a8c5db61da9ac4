extension EditedText {
  /// The column before the cursor moved through shorter lines; `nil` after other movements. Ignored in comparisons.
  struct WantedColumn: Hashable, Sendable {
    var cursor: TextPosition?
    var column = 0

    static func == (lhs: Self, rhs: Self) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
  }

  /// Returns the position to which a movement leads, or the cursor's own position at the ends of the text.
  ///
  /// - Parameters:
  ///   - movement: The movement.
  ///   - page: The number of lines of a page.
  mutating func destination(of movement: TextMovement, page: Int) -> TextPosition {
    let (line, index) = (lines[cursor.line], index(of: cursor))
    switch movement {
    case .left:
      return index > line.startIndex ? position(line.index(before: index)) : endOfPreviousLine
    case .right:
      return index < line.endIndex ? position(line.index(after: index)) : startOfNextLine
    case .wordStart:
      return index > line.startIndex ? position(Self.startOfWord(before: index, in: line)) : endOfPreviousLine
    case .wordEnd:
      return index < line.endIndex ? position(Self.endOfWord(after: index, in: line)) : startOfNextLine
    case .lineStart: return position(line.startIndex)
    case .lineEnd: return position(line.endIndex)
    case .up: return vertical(-1)
    case .down: return vertical(1)
    case .pageUp: return vertical(-max(page, 1))
    case .pageDown: return vertical(max(page, 1))
    case .start: return TextPosition(line: 0, offset: 0)
    case .end: return TextPosition(line: lines.count - 1, offset: lines[lines.count - 1].utf8.count)
    }
  }

  /// Returns the offset of the character in a column of a line, or of the line's end.
  func offset(ofColumn column: Int, inLine number: Int) -> Int {
    let line = lines[number]
    var (index, width) = (line.startIndex, 0)
    while index < line.endIndex {
      let next = line.index(after: index)
      width += StyledText(line[index..<next]).width
      if width > column { break }
      index = next
    }
    return line.utf8.distance(from: line.startIndex, to: index)
  }

  /// The column of the cursor.
  var column: Int { StyledText(lines[cursor.line][..<index(of: cursor)]).width }

  private func position(_ index: String.Index) -> TextPosition {
    let line = lines[cursor.line]
    return TextPosition(line: cursor.line, offset: line.utf8.distance(from: line.startIndex, to: index))
  }

  private var endOfPreviousLine: TextPosition {
    guard cursor.line > 0 else { return cursor }
    return TextPosition(line: cursor.line - 1, offset: lines[cursor.line - 1].utf8.count)
  }

  private var startOfNextLine: TextPosition {
    guard cursor.line < lines.count - 1 else { return cursor }
    return TextPosition(line: cursor.line + 1, offset: 0)
  }

  /// Above the first line is the start of the text, and below the last line its end.
  private mutating func vertical(_ step: Int) -> TextPosition {
    if wantedColumn.cursor != cursor { wantedColumn.column = column }
    let (line, last) = (cursor.line + step, lines.count - 1)
    let target: TextPosition
    if line < 0, cursor.line == 0 {
      target = TextPosition(line: 0, offset: 0)
    } else if line > last, cursor.line == last {
      target = TextPosition(line: last, offset: lines[last].utf8.count)
    } else {
      let row = min(max(line, 0), last)
      target = TextPosition(line: row, offset: offset(ofColumn: wantedColumn.column, inLine: row))
    }
    wantedColumn.cursor = target
    return target
  }

  private static func startOfWord(before index: String.Index, in line: String) -> String.Index {
    let head = line[..<index]
    guard let last = head.lastIndex(where: { !$0.isWhitespace }) else { return line.startIndex }
    return head[...last].lastIndex(where: \.isWhitespace).map(line.index(after:)) ?? line.startIndex
  }

  private static func endOfWord(after index: String.Index, in line: String) -> String.Index {
    let tail = line[index...]
    guard let first = tail.firstIndex(where: { !$0.isWhitespace }) else { return line.endIndex }
    return tail[first...].firstIndex(where: \.isWhitespace) ?? line.endIndex
  }
}
