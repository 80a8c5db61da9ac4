/// An editable line of text, with its cursor.
///
/// Keep the field in the state of a terminal. Or keep its text in the feature's state, and the cursor in a
/// ``FormCursor``.
///
/// ```swift
/// var field = TextField("Blob")
/// field.handle(.key("y"))    // .edited; the text is "Bloby"
/// field.handle(.key(.home))  // .cursorMoved
/// field.handle(.key(.left))  // .unchanged
/// field.handle(.key(.tab))   // nil
/// ```
///
/// The cursor is always between grapheme clusters. One arrow key moves it past a family of emoji, and one backspace
/// deletes the family.
public struct TextField: Hashable, Sendable {
  /// The result of an event that the field handles.
  public enum Outcome: Hashable, Sendable {
    /// The text has changed.
    case edited
    /// The cursor has moved.
    case cursorMoved
    /// There was nothing to delete or insert, or the cursor was already at the end.
    case unchanged
  }

  /// The text. The initial text is kept as given. Typed and pasted text has no line breaks and no control characters.
  public private(set) var text: String

  /// The number of UTF-8 bytes before the cursor. The cursor is always at a character boundary.
  ///
  /// A number of characters would cost O(n) for each access.
  private(set) var offset: Int

  /// Whether each character is shown as `•`.
  public var isPassword: Bool

  /// The text that is shown dimmed while the field is empty.
  public var placeholder: StyledText

  /// Creates a field.
  ///
  /// - Parameters:
  ///   - text: The initial text.
  ///   - cursor: The number of characters before the cursor, clamped to the length of the text; `nil` is the end.
  ///   - isPassword: Whether each character is shown as `•`.
  ///   - placeholder: The text that is shown while the field is empty.
  /// - Complexity: O(`cursor`), and O(1) for the end.
  public init(_ text: String = "", cursor: Int? = nil, isPassword: Bool = false, placeholder: StyledText = "") {
    self.init(text, offset: nil, isPassword: isPassword, placeholder: placeholder)
    if let cursor {
      let (start, end) = (self.text.startIndex, self.text.endIndex)
      cursorIndex = self.text.index(start, offsetBy: max(cursor, 0), limitedBy: end) ?? end
    }
  }

  /// Creates a field with the cursor at the first character boundary that has at least `offset` bytes before it.
  init(_ text: String, offset: Int?, isPassword: Bool, placeholder: StyledText) {
    var text = text
    // Access to the bytes of a bridged string from Foundation can cost O(n).
    text.makeContiguousUTF8()
    self.text = text
    self.offset = text.utf8.count
    self.isPassword = isPassword
    self.placeholder = placeholder
    if let offset { cursorIndex = Self.boundary(atOrAfter: offset, in: text) }
  }

  /// The number of characters before the cursor: from 0 to the number of characters in ``text``.
  ///
  /// - Complexity: O(n), where n is the number of characters before the cursor.
  public var cursor: Int { text.distance(from: text.startIndex, to: cursorIndex) }

  /// The index of the cursor in the text.
  var cursorIndex: String.Index {
    get { text.utf8.index(text.startIndex, offsetBy: offset) }
    set { offset = text.utf8.distance(from: text.startIndex, to: newValue) }
  }

  /// Replaces a range of the text, and moves the cursor to the end of the replacement.
  ///
  /// The replacement can combine with its neighbors into one character, for example a letter and an accent. The cursor
  /// is then behind that character.
  ///
  /// - Complexity: O(n) for the copy of the text's bytes.
  mutating func replace(_ range: Range<String.Index>, with replacement: String) {
    var changed = ""
    changed.reserveCapacity(text.utf8.count + replacement.utf8.count)
    changed += text[..<range.lowerBound]
    changed += replacement
    let end = changed.utf8.count
    changed += text[range.upperBound...]
    text = changed
    cursorIndex = Self.boundary(atOrAfter: end, in: text)
  }

  /// Returns the first character boundary that has at least `offset` bytes before it.
  private static func boundary(atOrAfter offset: Int, in text: String) -> String.Index {
    guard offset < text.utf8.count else { return text.endIndex }
    let index = text.utf8.index(text.startIndex, offsetBy: max(offset, 0))
    // Inside a character, `index(after:)` returns the end of the character.
    return String.Index(index, within: text) ?? text.index(after: index)
  }
}

extension TextField {
  /// Edits the text, or moves the cursor.
  ///
  /// | key | effect |
  /// | --- | --- |
  /// | a character | inserts it before the cursor |
  /// | left, right | move the cursor by a character |
  /// | left, right with control; Alt-B, Alt-F | move the cursor to the start or the end of a word |
  /// | home, Ctrl-A; end, Ctrl-E | move the cursor to the start or the end |
  /// | backspace, delete | delete a character before or after the cursor |
  /// | Ctrl-U, Ctrl-K | delete everything before or after the cursor |
  /// | Ctrl-W, Alt-backspace | delete the word before the cursor, and the blanks between them |
  /// | Alt-D, Ctrl-delete | delete the word after the cursor, and the blanks between them |
  ///
  /// Pasted text is inserted before the cursor as one line. Line breaks at its ends are removed. Other line breaks and
  /// tabs become blanks. Control characters and directional overrides are removed.
  ///
  /// - Parameter event: The event of the terminal.
  /// - Returns: The outcome; `nil` if the field ignores the event.
  /// - Complexity: Moving the cursor is O(k), where k is the number of characters that it passes. An edit is O(n),
  ///   because it copies the text.
  @discardableResult
  public mutating func handle(_ event: TerminalEvent) -> Outcome? {
    let (oldOffset, oldLength) = (offset, text.utf8.count)
    switch event {
    case .key(let key): guard handle(key) else { return nil }
    case .paste(let text): insert(text)
    case .resize, .resumed, .interrupted: return nil
    }
    // Each edit either inserts or deletes, so the length tells whether the text has changed.
    if text.utf8.count != oldLength { return .edited }
    return offset == oldOffset ? .unchanged : .cursorMoved
  }

  /// Returns whether the field handles the key.
  private mutating func handle(_ key: Key) -> Bool {
    switch key {
    case .left: cursorIndex = neighbor(-1)
    case .right: cursorIndex = neighbor(1)
    case Key.left.with(.control), .alt("b"): cursorIndex = startOfWord
    case Key.right.with(.control), .alt("f"): cursorIndex = endOfWord
    case .home, .control("a"): cursorIndex = text.startIndex
    case .end, .control("e"): cursorIndex = text.endIndex
    case .backspace: replace(neighbor(-1)..<cursorIndex, with: "")
    case .delete: replace(cursorIndex..<neighbor(1), with: "")
    case .control("u"): replace(text.startIndex..<cursorIndex, with: "")
    case .control("k"): replace(cursorIndex..<text.endIndex, with: "")
    case .control("w"), Key.backspace.with(.alt): replace(startOfWord..<cursorIndex, with: "")
    case .alt("d"), Key.delete.with(.control): replace(cursorIndex..<endOfWord, with: "")
    default:
      guard case .character(let character) = key.code, key.modifiers.subtracting(.shift).isEmpty else { return false }
      insert(String(character))
    }
    return true
  }

  /// Returns the index one character before or after the cursor, or the cursor's own index at the ends.
  private func neighbor(_ step: Int) -> String.Index {
    let end = step < 0 ? text.startIndex : text.endIndex
    return text.index(cursorIndex, offsetBy: step, limitedBy: end) ?? end
  }

  /// The start of the word before the cursor.
  private var startOfWord: String.Index {
    let head = text[..<cursorIndex]
    guard let last = head.lastIndex(where: { !$0.isWhitespace }) else { return text.startIndex }
    return head[...last].lastIndex(where: \.isWhitespace).map(text.index(after:)) ?? text.startIndex
  }

  /// The end of the word after the cursor.
  private var endOfWord: String.Index {
    let tail = text[cursorIndex...]
    guard let first = tail.firstIndex(where: { !$0.isWhitespace }) else { return text.endIndex }
    return tail[first...].firstIndex(where: \.isWhitespace) ?? text.endIndex
  }

  private mutating func insert(_ addition: String) {
    let index = cursorIndex
    replace(index..<index, with: Self.oneLine(addition))
  }

  private static func oneLine(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    let ends = text.drop(while: \.isNewline)
    let kept = ends.lastIndex { !$0.isNewline }.map { ends[...$0] } ?? ""
    var afterReturn = false
    for scalar in kept.unicodeScalars {
      defer { afterReturn = scalar == "\r" }
      switch scalar.value {
      case 0x0A where afterReturn: continue
      case 0x09, 0x0A, 0x0D, 0x85, 0x2028, 0x2029: scalars.append(" ")
      case 0x00...0x1F, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: continue
      default: scalars.append(scalar)
      }
    }
    return String(scalars)
  }
}

extension TextField {
  /// Returns the field as one line of the screen.
  ///
  /// If the text is too wide, the part around the cursor is shown. A wide character at an edge becomes a blank.
  /// Control characters in the initial text are shown as pictures.
  ///
  /// - Parameters:
  ///   - width: The number of columns of the field.
  ///   - isFocused: Whether to show the cursor.
  /// - Returns: One line of exactly `width` columns; an empty screen if `width` is 0 or less.
  /// - Complexity: O(`width`). Only characters near the cursor are read.
  public func screen(width: Int, isFocused: Bool) -> Screen {
    guard width > 0 else { return Screen() }
    if text.isEmpty {
      let hint = (placeholder.lines.first ?? "").styled { $0.isDim = true }
      return line(hint.clipped(to: width), width: width, cursorColumn: isFocused ? 0 : nil)
    }
    guard isFocused else {
      return line(shownHead(of: text[...], width: width).clipped(to: width), width: width, cursorColumn: nil)
    }
    let index = cursorIndex
    let before = shownTail(of: text[..<index], width: width)
    let after = shownHead(of: text[index...], width: width)
    let (left, right) = (before.width, after.width)
    // The cursor is in the middle, or further right if the text ends before the right edge. Behind the last character,
    // the cursor needs one column more than the text.
    let column = max(min(left, width / 2), min(width - 1 - right, left))
    let first = left - column
    return line((before + after).columns(first..<first + width), width: width, cursorColumn: column)
  }

  private func line(_ text: StyledText, width: Int, cursorColumn: Int?) -> Screen {
    Screen([text.padded(to: width)], cursor: cursorColumn.map { ScreenPosition(column: $0, row: 0) })
  }

  /// Returns a prefix that fills a width, or the whole text.
  private func shownHead(of text: Substring, width: Int) -> StyledText {
    var end = text.startIndex
    var result = StyledText()
    // A character takes zero, one or two columns, and a tab takes four.
    while end < text.endIndex, result.width < width {
      let start = end
      end = text.index(start, offsetBy: width, limitedBy: text.endIndex) ?? text.endIndex
      result += shown(text[start..<end])
    }
    return result
  }

  /// Returns a suffix that fills a width, or the whole text.
  private func shownTail(of text: Substring, width: Int) -> StyledText {
    var start = text.endIndex
    var result = StyledText()
    while start > text.startIndex, result.width < width {
      let end = start
      start = text.index(end, offsetBy: -width, limitedBy: text.startIndex) ?? text.startIndex
      result = shown(text[start..<end]) + result
    }
    return result
  }

  private func shown(_ text: Substring) -> StyledText {
    guard !isPassword else { return StyledText(String(repeating: "•", count: text.count)) }
    guard text.contains(where: \.isNewline) else { return StyledText(text) }
    return StyledText(String(text.map { $0.isNewline ? "␤" : $0 }))
  }
}
