/// The rows of a line of editable text that is wrapped.
///
/// A line wraps behind blanks and tabs. A word that is wider than a row is broken between characters. Blanks stay on
/// the row of the word before them, also beyond its width. A position is the number of UTF-8 bytes before it.
struct WrappedLine {
  /// The width of a tab: a text replaces it with four blanks.
  private static let tabWidth = 4

  private let text: String
  /// The position of the first character of each row. The first one is 0.
  let starts: [Int]

  /// Wraps a line.
  ///
  /// - Parameters:
  ///   - text: The line.
  ///   - width: The largest number of columns of a row without the blanks at its end; `nil` for a single row.
  /// - Complexity: O(n), where n is the length of the line; O(1) without a width.
  init(_ text: String, width: Int?) {
    self.text = text
    guard let width, text.utf8.count > width else {
      // Each column needs at least a byte, except for a tab.
      starts = width == nil || !text.utf8.contains(0x09) ? [0] : Self.starts(of: text, width: width ?? 1)
      return
    }
    starts = Self.starts(of: text, width: width)
  }

  private static func starts(of text: String, width: Int) -> [Int] {
    var starts = [0]
    var column = 0
    // The start of the current word, and its column.
    var word = (start: 0, column: 0)
    forEachCharacter(of: text, from: text.startIndex) { offset, characterWidth, isBlank in
      guard !isBlank else {
        column += characterWidth
        word = (offset + 1, column)
        return true
      }
      if column + characterWidth > width, word.start > starts[starts.count - 1] {
        starts.append(word.start)
        column -= word.column
        word.column = 0
      }
      if column + characterWidth > width, offset > starts[starts.count - 1] {
        starts.append(offset)
        column = 0
        word = (offset, 0)
      }
      column += characterWidth
      return true
    }
    return starts
  }

  /// Returns the row of a position. The position between two rows belongs to the lower one.
  ///
  /// - Complexity: O(log n), where n is the number of rows.
  func row(of offset: Int) -> Int {
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  /// Returns the positions of a row's start and of the next row's start, or of the line's end.
  func range(ofRow row: Int) -> Range<Int> {
    starts[row]..<(row + 1 < starts.count ? starts[row + 1] : text.utf8.count)
  }

  /// Returns the last position on a row: behind its last character, or before a blank at which the line wraps.
  ///
  /// Behind the last character is also the start of the next row.
  func end(ofRow row: Int) -> Int {
    let end = range(ofRow: row).upperBound
    guard row + 1 < starts.count else { return end }
    let before = text.index(before: text.utf8.index(text.startIndex, offsetBy: end))
    let isBlank = text[before] == " " || text[before] == "\t"
    return isBlank ? text.utf8.distance(from: text.startIndex, to: before) : end
  }

  /// Returns the column of a position in a row. The position may be behind the row's last character.
  func column(of offset: Int, inRow row: Int) -> Int {
    var column = 0
    let start = text.utf8.index(text.startIndex, offsetBy: starts[row])
    Self.forEachCharacter(of: text, from: start) { next, width, _ in
      guard next < offset else { return false }
      column += width
      return true
    }
    return column
  }

  /// Returns the position of the character in a column of a row, or of the row's end.
  func offset(ofColumn column: Int, inRow row: Int) -> Int {
    let end = end(ofRow: row)
    var (found, right) = (end, 0)
    let start = text.utf8.index(text.startIndex, offsetBy: starts[row])
    Self.forEachCharacter(of: text, from: start) { offset, width, _ in
      guard offset < end else { return false }
      right += width
      guard right > column else { return true }
      found = offset
      return false
    }
    return found
  }

  /// Calls a closure with the position and the width of each character, until it returns false.
  private static func forEachCharacter(
    of text: String,
    from start: String.Index,
    body: (_ offset: Int, _ width: Int, _ isBlank: Bool) -> Bool
  ) {
    let bytes = text.utf8
    var index = start
    var offset = bytes.distance(from: bytes.startIndex, to: start)
    while index < bytes.endIndex {
      let byte = bytes[index]
      var next = bytes.index(after: index)
      // An ASCII character before another one is a character of its own, without a search for its end.
      if byte < 0x80, next == bytes.endIndex || bytes[next] < 0x80 {
        let isTab = byte == 0x09
        guard body(offset, isTab ? tabWidth : 1, isTab || byte == 0x20) else { return }
        offset += 1
      } else {
        next = text.index(after: index)
        let character = text[index]
        // The screen cuts characters of many code points.
        let width =
          character.utf8.count > ControlCharacters.longestCharacter
          ? StyledText(String(character)).width : character == "\t" ? tabWidth : DisplayWidth.of(character)
        guard body(offset, width, character == " " || character == "\t") else { return }
        offset += character.utf8.count
      }
      index = next
    }
  }
}
