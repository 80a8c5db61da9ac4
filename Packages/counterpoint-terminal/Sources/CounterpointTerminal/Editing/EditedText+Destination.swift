extension EditedText {
  /// The column before the cursor moved through shorter lines; `nil` after other movements. Ignored in comparisons.
  struct WantedColumn: Hashable, Sendable {
    var cursor: TextPosition?
    var column = 0

    static func == (lhs: Self, rhs: Self) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
  }

  /// The target of a movement.
  struct Destination {
    var position: TextPosition
    /// Whether the cursor is shown at the end of a wrapped row, and not at the start of the next one.
    var isAtRowEnd = false
  }

  /// Returns the position to which a movement leads, or the cursor's own position at the ends of the text.
  ///
  /// - Parameters:
  ///   - movement: The movement.
  ///   - page: The number of rows of a page.
  ///   - width: The width at which lines wrap; `nil` if they don't. Movements to other rows and to the ends of a row
  ///     then mean the rows of wrapped lines.
  /// - Complexity: O(n), where n is the length of the lines between both positions.
  mutating func destination(of movement: TextMovement, page: Int, width: Int? = nil) -> Destination {
    switch movement {
    case .lineEnd: return rowEnd(width: width)
    case .up: return vertical(-1, width: width)
    case .down: return vertical(1, width: width)
    case .pageUp: return vertical(-max(page, 1), width: width)
    case .pageDown: return vertical(max(page, 1), width: width)
    default: return Destination(position: simpleDestination(of: movement, width: width))
    }
  }

  private func simpleDestination(of movement: TextMovement, width: Int?) -> TextPosition {
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
    case .start: return TextPosition(line: 0, offset: 0)
    case .end: return TextPosition(line: lines.count - 1, offset: lines[lines.count - 1].utf8.count)
    case .lineEnd, .up, .down, .pageUp, .pageDown: return cursor
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
    let start = wrapped(cursor.line, width: width).starts[cursorRow(width: width).row]
    return TextPosition(line: cursor.line, offset: start == cursor.offset ? 0 : start)
  }

  /// The end of the cursor's row, or of its line if the cursor is there already.
  private func rowEnd(width: Int?) -> Destination {
    let row = cursorRow(width: width)
    let end = wrapped(cursor.line, width: width).end(ofRow: row.row)
    guard end == cursor.offset else { return destination(offset: end, inRow: row, width: width) }
    return Destination(position: TextPosition(line: cursor.line, offset: lines[cursor.line].utf8.count))
  }

  /// Above the first row is the start of the text, and below the last row its end.
  private mutating func vertical(_ step: Int, width: Int?) -> Destination {
    let current = cursorRow(width: width)
    if wantedColumn.cursor != cursor {
      wantedColumn.column = wrapped(cursor.line, width: width).column(of: cursor.offset, inRow: current.row)
    }
    let row = self.row(step, from: current, width: width)
    let target: Destination
    if row == current {
      target = Destination(
        position: step < 0
          ? TextPosition(line: 0, offset: 0)
          : TextPosition(line: lines.count - 1, offset: lines[lines.count - 1].utf8.count)
      )
    } else {
      target = destination(inRow: row, column: wantedColumn.column, width: width)
    }
    wantedColumn.cursor = target.position
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
