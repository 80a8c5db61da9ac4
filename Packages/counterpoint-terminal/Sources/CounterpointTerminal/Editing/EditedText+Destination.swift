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
  ///   - page: The number of rows of a page.
  ///   - width: The width at which lines wrap; `nil` if they don't. Movements to other rows and to the ends of a row
  ///     then mean the rows of wrapped lines.
  /// - Complexity: O(n), where n is the length of the lines between both positions.
  mutating func destination(of movement: TextMovement, page: Int, width: Int? = nil) -> TextPosition {
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
    case .lineStart: return rowStart(width: width)
    case .lineEnd: return rowEnd(width: width)
    case .up: return vertical(-1, width: width)
    case .down: return vertical(1, width: width)
    case .pageUp: return vertical(-max(page, 1), width: width)
    case .pageDown: return vertical(max(page, 1), width: width)
    case .start: return TextPosition(line: 0, offset: 0)
    case .end: return TextPosition(line: lines.count - 1, offset: lines[lines.count - 1].utf8.count)
    }
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

  /// The start of the cursor's row, or of its line if the cursor is there already.
  private func rowStart(width: Int?) -> TextPosition {
    let line = wrapped(cursor.line, width: width)
    let start = line.starts[line.row(of: cursor.offset)]
    return TextPosition(line: cursor.line, offset: start == cursor.offset ? 0 : start)
  }

  /// The end of the cursor's row, or of its line if the cursor is there already.
  private func rowEnd(width: Int?) -> TextPosition {
    let line = wrapped(cursor.line, width: width)
    let end = line.end(ofRow: line.row(of: cursor.offset))
    return TextPosition(line: cursor.line, offset: end == cursor.offset ? lines[cursor.line].utf8.count : end)
  }

  /// Above the first row is the start of the text, and below the last row its end.
  private mutating func vertical(_ step: Int, width: Int?) -> TextPosition {
    let current = row(of: cursor, width: width)
    if wantedColumn.cursor != cursor {
      wantedColumn.column = wrapped(cursor.line, width: width).column(of: cursor.offset)
    }
    let row = self.row(step, from: current, width: width)
    let target: TextPosition
    if row == current {
      target =
        step < 0
        ? TextPosition(line: 0, offset: 0)
        : TextPosition(line: lines.count - 1, offset: lines[lines.count - 1].utf8.count)
    } else {
      target = position(inRow: row, column: wantedColumn.column, width: width)
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
