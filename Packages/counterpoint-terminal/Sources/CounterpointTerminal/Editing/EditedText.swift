/// Lines of text with a cursor, a selection, and a history: the part that all widgets with editable text share.
///
/// The cursor and the ends of the selection are always at character boundaries.
struct EditedText: Hashable, Sendable {
  /// The lines. There is at least one. The only line of a text field may contain line breaks.
  private(set) var lines: [String]
  private(set) var cursor: TextPosition { didSet { isAtRowEnd = false } }
  /// Whether the cursor is shown at the end of a wrapped row. The same position is the start of the next row.
  private(set) var isAtRowEnd = false
  /// The other end of the selection; `nil` if no text is selected.
  private var anchor: TextPosition?
  private var history = EditHistory()
  /// The column of the cursor before it moved through shorter lines.
  var wantedColumn = WantedColumn()
  /// Whether `\n` separates lines. Otherwise it is a character of the only line.
  private let isMultiline: Bool

  /// Creates a text of one line.
  ///
  /// - Parameters:
  ///   - line: The line. Line breaks in it stay.
  ///   - offset: The number of bytes before the cursor, rounded up to a character boundary; `nil` is the end.
  init(line: String, offset: Int? = nil) {
    self.init([line], isMultiline: false)
    if let offset { cursor.offset = boundary(atOrAfter: offset, inLine: 0) }
  }

  /// Creates a text of several lines, with the cursor at the start.
  init(lines text: String) {
    self.init(text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init), isMultiline: true)
    cursor = TextPosition(line: 0, offset: 0)
  }

  private init(_ lines: [String], isMultiline: Bool) {
    self.lines = lines
    self.isMultiline = isMultiline
    // Access to the bytes of a bridged string from Foundation can cost O(n).
    for index in self.lines.indices { self.lines[index].makeContiguousUTF8() }
    let last = lines.count - 1
    cursor = TextPosition(line: last, offset: self.lines[last].utf8.count)
  }

  /// The selected range; `nil` if no text is selected.
  var selection: Range<TextPosition>? { anchor.map { min($0, cursor)..<max($0, cursor) } }

  /// The index of a position in its line.
  func index(of position: TextPosition) -> String.Index {
    let line = lines[position.line]
    return line.utf8.index(line.startIndex, offsetBy: position.offset)
  }

  /// Returns a part of the text, with `\n` between its lines.
  func text(in range: Range<TextPosition>) -> String {
    let (lower, upper) = (range.lowerBound, range.upperBound)
    if lower.line == upper.line { return String(lines[lower.line][index(of: lower)..<index(of: upper)]) }
    let middle = lines[lower.line + 1..<upper.line].map { $0 + "\n" }.joined()
    let (first, last) = (lines[lower.line][index(of: lower)...], lines[upper.line][..<index(of: upper)])
    return String(first) + "\n" + middle + String(last)
  }

  // MARK: Moving

  /// Moves the cursor and ends the selection.
  mutating func move(_ movement: TextMovement, page: Int = 1, width: Int? = nil) {
    history.endTyping()
    switch (movement, selection) {
    case (.left, let selection?): cursor = selection.lowerBound
    case (.right, let selection?): cursor = selection.upperBound
    default: moveCursor(to: destination(of: movement, page: page, width: width))
    }
    anchor = nil
  }

  /// Moves the cursor and extends the selection.
  mutating func select(_ movement: TextMovement, page: Int = 1, width: Int? = nil) {
    history.endTyping()
    let start = anchor ?? cursor
    moveCursor(to: destination(of: movement, page: page, width: width))
    anchor = start == cursor ? nil : start
  }

  /// Selects the whole text, with the cursor at its end.
  mutating func selectAll() {
    history.endTyping()
    anchor = TextPosition(line: 0, offset: 0)
    cursor = endOfText
    if anchor == cursor { anchor = nil }
  }

  /// Moves the cursor to the character in a column of a row, and ends the selection.
  mutating func moveCursor(to row: TextRow, column: Int, width: Int) {
    history.endTyping()
    anchor = nil
    moveCursor(to: destination(inRow: row, column: max(column, 0), width: width))
  }

  private mutating func moveCursor(to destination: Destination) {
    cursor = destination.position
    isAtRowEnd = destination.isAtRowEnd
  }

  /// The position behind the last character.
  private var endOfText: TextPosition { TextPosition(line: lines.count - 1, offset: lines[lines.count - 1].utf8.count) }

  // MARK: Editing

  /// Replaces the selection, or inserts before the cursor.
  ///
  /// - Parameters:
  ///   - text: The text. With `\n`, it becomes several lines.
  ///   - isTyped: Whether the text is a typed character, which is undone with the word.
  mutating func insert(_ text: String, isTyped: Bool) {
    replace(selection ?? cursor..<cursor, with: text, isTyped: isTyped)
  }

  /// Whether the last typed character was refused, and nothing has happened since.
  var hasRefused: Bool { history.hasRefused }

  /// Notes that a typed character is not inserted.
  mutating func refuse() { history.refuse() }

  /// Deletes the selection, or the text between the cursor and the destination of a movement. Returns whether there was
  /// something to delete.
  mutating func delete(_ movement: TextMovement) -> Bool {
    let target = movement == .left ? startOfBackspace() : destination(of: movement, page: 1).position
    let range = selection ?? min(target, cursor)..<max(target, cursor)
    replace(range, with: "", isTyped: false)
    return !range.isEmpty
  }

  /// Returns the start of the character before the cursor, or of its last code point, if that has a key of its own.
  private mutating func startOfBackspace() -> TextPosition {
    let scalars = lines[cursor.line][..<index(of: cursor)].last?.unicodeScalars
    guard let scalars, scalars.count > 1, let last = scalars.last, last.isTypedAlone else {
      return destination(of: .left, page: 1).position
    }
    return TextPosition(line: cursor.line, offset: cursor.offset - UTF8.width(last))
  }

  /// Reverts the last edit. Returns whether there was one.
  mutating func undo() -> Bool {
    guard let edit = history.undo() else { return false }
    substitute(edit.start..<end(of: edit.inserted, from: edit.start), with: edit.removed)
    cursor = edit.cursor
    return true
  }

  /// Repeats the edit that was undone last. Returns whether there was one.
  mutating func redo() -> Bool {
    guard let edit = history.redo() else { return false }
    substitute(edit.start..<end(of: edit.removed, from: edit.start), with: edit.inserted)
    return true
  }

  private mutating func replace(_ range: Range<TextPosition>, with text: String, isTyped: Bool) {
    let removed = self.text(in: range)
    guard !removed.isEmpty || !text.isEmpty else { return }
    history.record(
      EditHistory.Edit(start: range.lowerBound, removed: removed, inserted: text, cursor: cursor),
      isTyped: isTyped
    )
    substitute(range, with: text)
  }

  /// Replaces a range, ends the selection, and moves the cursor to the end of the replacement.
  ///
  /// The replacement can combine with its neighbors into one character, for example a letter and an accent. The cursor
  /// is then behind that character.
  ///
  /// - Complexity: O(n), where n is the number of bytes in the replacement and behind it in its line. A line break
  ///   also moves the lines behind it.
  private mutating func substitute(_ range: Range<TextPosition>, with text: String) {
    let (lower, upper) = (range.lowerBound, range.upperBound)
    let end = self.end(of: text, from: lower)
    if lower.line == upper.line, end.line == lower.line {
      let indices = index(of: lower)..<index(of: upper)
      // In place: a copy of the line would cost O(n) for each key.
      lines[lower.line].replaceSubrange(indices, with: text)
    } else {
      var pieces = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      pieces[0] = String(lines[lower.line][..<index(of: lower)]) + pieces[0]
      pieces[pieces.count - 1] += String(lines[upper.line][index(of: upper)...])
      lines.replaceSubrange(lower.line...upper.line, with: pieces)
    }
    anchor = nil
    cursor = TextPosition(line: end.line, offset: boundary(atOrAfter: end.offset, inLine: end.line))
  }

  /// Returns the position behind a text that begins at a position.
  private func end(of text: String, from start: TextPosition) -> TextPosition {
    guard isMultiline, let lastBreak = text.utf8.lastIndex(of: 0x0A) else {
      return TextPosition(line: start.line, offset: start.offset + text.utf8.count)
    }
    let breaks = text.utf8.reduce(0) { $0 + ($1 == 0x0A ? 1 : 0) }
    let rest = text.utf8.distance(from: text.utf8.index(after: lastBreak), to: text.utf8.endIndex)
    return TextPosition(line: start.line + breaks, offset: rest)
  }

  /// Returns the first character boundary with at least `offset` bytes before it.
  private func boundary(atOrAfter offset: Int, inLine number: Int) -> Int {
    let line = lines[number]
    guard offset < line.utf8.count else { return line.utf8.count }
    let index = line.utf8.index(line.startIndex, offsetBy: max(offset, 0))
    // Inside a character, `index(after:)` returns the end of the character.
    let boundary = String.Index(index, within: line) ?? line.index(after: index)
    return line.utf8.distance(from: line.startIndex, to: boundary)
  }
}

extension Unicode.Scalar {
  /// Whether a code point in a character is typed with a key of its own: a vowel, a tone mark or a letter of a conjunct
  /// in the scripts of Asia from Hebrew to Khmer, or a voiced sound mark of half-width katakana.
  fileprivate var isTypedAlone: Bool {
    switch value {
    case 0x0590...0x109F, 0x1700...0x17FF, 0x1900...0x1CFF, 0xA800...0xABFF, 0x11000...0x11FFF: true
    case 0xFF9E...0xFF9F: true
    default: false
    }
  }
}
