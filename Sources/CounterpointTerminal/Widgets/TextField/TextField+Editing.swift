extension TextField {
  /// The field after an event.
  ///
  /// | key | what it does |
  /// | --- | --- |
  /// | a character | stands before the cursor |
  /// | left, right | move the cursor by a character |
  /// | left, right with control; Alt-B, Alt-F | move the cursor to the start or the end of a word |
  /// | home, Ctrl-A; end, Ctrl-E | move the cursor to the start or the end |
  /// | backspace, delete | delete a character before or after the cursor |
  /// | Ctrl-U, Ctrl-K | delete everything before or after the cursor |
  /// | Ctrl-W, Alt-backspace | delete the word before the cursor, and the blanks between them |
  /// | Alt-D, Ctrl-delete | delete the word after the cursor, and the blanks between them |
  ///
  /// Pasted text is put before the cursor as one line: line breaks and tabulators become blanks, except for line
  /// breaks at its ends, which are left out, as are all control characters and those that override the direction of
  /// writing.
  ///
  /// - Parameter event: What happened at the terminal.
  /// - Returns: The field, equal to this one where there is nothing to move over or to delete; `nil` if the event
  ///   means nothing to a text field, so that it may mean something to the screen around it.
  /// - Complexity: Moving the cursor costs as much as the characters or the word that it passes. A change costs a
  ///   copy of the text's bytes besides.
  public func edited(by event: TerminalEvent) -> TextField? {
    var field = self
    switch event {
    case .key(let key): return field.handle(key) ? field : nil
    case .paste(let text): field.insert(text)
    case .resize, .resumed, .interrupted: return nil
    }
    return field
  }

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

  /// The place one character before or after the cursor, or the cursor's own at the ends.
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
    let place = cursorIndex
    replace(place..<place, with: Self.oneLine(addition))
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
