/// A row of a text whose lines are wrapped.
struct TextRow: Hashable, Comparable {
  /// The line, counted from 0.
  var line: Int
  /// The row of the line, counted from 0.
  var row: Int

  static func < (lhs: Self, rhs: Self) -> Bool { (lhs.line, lhs.row) < (rhs.line, rhs.row) }
}

/// Rows of wrapped lines. Only the lines between two rows are wrapped, so the cost doesn't depend on the length of the
/// text.
extension EditedText {
  /// Returns a wrapped line.
  func wrapped(_ line: Int, width: Int?) -> WrappedLine { WrappedLine(lines[line], width: width) }

  /// Returns the row of a position. A position behind the text is in the last row.
  func row(of position: TextPosition, width: Int?) -> TextRow {
    let line = min(position.line, lines.count - 1)
    return TextRow(line: line, row: wrapped(line, width: width).row(of: position.offset))
  }

  /// Returns the last row of the text.
  func lastRow(width: Int?) -> TextRow {
    row(of: TextPosition(line: lines.count - 1, offset: .max), width: width)
  }

  /// Returns the row that is a number of rows below another one, or above it for a negative number. The first and the
  /// last row are the limits.
  func row(_ step: Int, from row: TextRow, width: Int?) -> TextRow {
    var (row, step) = (row, step)
    while step < 0 {
      if row.row + step >= 0 { return TextRow(line: row.line, row: row.row + step) }
      guard row.line > 0 else { return TextRow(line: 0, row: 0) }
      step += row.row + 1
      row.line -= 1
      row.row = wrapped(row.line, width: width).starts.count - 1
    }
    while step > 0 {
      let last = wrapped(row.line, width: width).starts.count - 1
      if row.row + step <= last { return TextRow(line: row.line, row: row.row + step) }
      guard row.line < lines.count - 1 else { return TextRow(line: row.line, row: last) }
      step -= last - row.row + 1
      row = TextRow(line: row.line + 1, row: 0)
    }
    return row
  }

  /// The row in which the cursor is shown.
  func cursorRow(width: Int?) -> TextRow {
    var row = row(of: cursor, width: width)
    if isAtRowEnd, row.row > 0, wrapped(row.line, width: width).starts[row.row] == cursor.offset { row.row -= 1 }
    return row
  }

  /// Returns the position of the character in a column of a row, or of the row's end.
  func destination(inRow row: TextRow, column: Int, width: Int?) -> Destination {
    let offset = wrapped(row.line, width: width).offset(ofColumn: column, inRow: row.row)
    return destination(offset: offset, inRow: row, width: width)
  }

  /// Returns a position in a row, which may be behind its last character.
  func destination(offset: Int, inRow row: TextRow, width: Int?) -> Destination {
    let line = wrapped(row.line, width: width)
    let isAtRowEnd = row.row + 1 < line.starts.count && offset == line.starts[row.row + 1]
    return Destination(position: TextPosition(line: row.line, offset: offset), isAtRowEnd: isAtRowEnd)
  }
}
