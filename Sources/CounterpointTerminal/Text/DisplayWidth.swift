/// The columns that ambiguous characters take: Greek and Cyrillic letters, accented ones, lines of boxes, arrows and
/// others that are in the character sets of East Asian languages as well as in others (UAX #11).
public enum AmbiguousWidth: Int, Hashable, Sendable, CaseIterable {
  /// One column, as in most terminals.
  case narrow = 1
  /// Two columns, as in terminals for East Asian languages that are set to it.
  case wide = 2
}

/// The number of columns that text takes on a terminal.
///
/// Widths belong to grapheme clusters (Swift's `Character`), because a reader sees each as one sign: a family of
/// emoji joined by zero-width joiners takes two columns, regardless of its number of code points.
public enum DisplayWidth {
  /// The width of ambiguous characters in the current task: one column unless a value is bound.
  ///
  /// A terminal session binds the value of its ``TerminalOptions`` while it makes and draws screens, see
  /// ``TerminalSession/measure(_:)``. Bind it in a test to make a screen for such a terminal:
  ///
  /// ```swift
  /// DisplayWidth.$ambiguousWidth.withValue(.wide) { DisplayWidth.of("±") }  // 2
  /// ```
  @TaskLocal public static var ambiguousWidth = AmbiguousWidth.narrow

  /// The columns that one character takes.
  ///
  /// - Parameter character: Any grapheme cluster.
  /// - Returns: 2 for East Asian wide characters, emoji, flags and keycaps; 0 for marks and format characters that
  ///   stand alone and for control characters; ``ambiguousWidth`` for ambiguous characters; 1 for everything else.
  public static func of(_ character: Character) -> Int {
    if let ascii = character.asciiValue { return (0x20...0x7E).contains(ascii) ? 1 : 0 }
    var widest = 0
    var canBeEmoji = false
    for scalar in character.unicodeScalars {
      if scalar == emojiSelector, canBeEmoji { return 2 }
      canBeEmoji = canBeEmoji || scalar.properties.isEmoji
      widest = max(widest, width(of: scalar))
    }
    return widest
  }

  /// The columns that a text takes when it is written in one line.
  ///
  /// - Parameter text: Any text; line breaks count nothing.
  /// - Complexity: O(n), n being the length of the text.
  public static func of(_ text: some StringProtocol) -> Int {
    if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return text.utf8.count }
    return text.reduce(0) { $0 + of($1) }
  }

  /// Whether terminals disagree about the width of a character: sequences with selectors and joiners, flags, and
  /// syllables of several spacing parts.
  static func isContested(_ character: Character) -> Bool {
    var scalars = character.unicodeScalars.makeIterator()
    guard let first = scalars.next(), first.value >= 0x23 else { return false }
    if (0x1F1E6...0x1F1FF).contains(first.value) { return true }
    while let next = scalars.next() {
      if next == emojiSelector || next == textSelector || next == joiner || width(of: next) > 0 { return true }
    }
    return false
  }

  private static let emojiSelector: Unicode.Scalar = "\u{FE0F}"
  private static let textSelector: Unicode.Scalar = "\u{FE0E}"
  private static let joiner: Unicode.Scalar = "\u{200D}"

  private static func width(of scalar: Unicode.Scalar) -> Int {
    let code = scalar.value
    if code < 0xA1 { return code < 0x20 || (0x7F...0x9F).contains(code) ? 0 : 1 }
    if code >= 0x300 {
      if contains(CharacterWidthTable.wide, code) { return 2 }
      if contains(CharacterWidthTable.zero, code) { return 0 }
    }
    if contains(CharacterWidthTable.ambiguous, code) { return ambiguousWidth.rawValue }
    // Emoji younger than the table, whose width the standard library of the running system may know.
    return code >= 0x1F000 && scalar.properties.isEmojiPresentation ? 2 : 1
  }

  /// Binary search among pairs of first and last code point.
  private static func contains(_ table: [UInt32], _ code: UInt32) -> Bool {
    var low = 0
    var high = table.count / 2
    while low < high {
      let middle = (low + high) / 2
      if code > table[2 * middle + 1] {
        low = middle + 1
      } else if code < table[2 * middle] {
        high = middle
      } else {
        return true
      }
    }
    return false
  }
}
