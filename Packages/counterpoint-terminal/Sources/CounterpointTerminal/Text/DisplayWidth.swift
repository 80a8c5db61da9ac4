/// The width of ambiguous characters: characters that are also in East Asian character sets (UAX #11), for example
/// Greek and Cyrillic letters, accented letters, box drawing and arrows.
public enum AmbiguousWidth: Int, Hashable, Sendable, CaseIterable {
  /// One column, as in most terminals.
  case narrow = 1
  /// Two columns, as in some terminals for East Asian languages.
  case wide = 2
}

/// The width of text on a terminal, in columns.
///
/// The width is a property of grapheme clusters (Swift's `Character`). A family of emoji takes two columns, regardless
/// of its number of code points. A syllable takes as many columns as terminals add up for it.
public enum DisplayWidth {
  /// The width of ambiguous characters in the current task. The default is one column.
  ///
  /// A terminal session binds the value of its ``TerminalOptions`` while it creates and draws screens (see
  /// ``TerminalSession/measure(_:)``). Bind it in a test to create a screen for such a terminal:
  ///
  /// ```swift
  /// DisplayWidth.$ambiguousWidth.withValue(.wide) { DisplayWidth.of("±") }  // 2
  /// ```
  @TaskLocal public static var ambiguousWidth = AmbiguousWidth.narrow

  /// The widths of the characters of several code points on the terminal of the current task.
  @TaskLocal package static var clusterWidths = ClusterWidths()

  /// Returns the width of a character.
  ///
  /// Terminals add up the widths of a letter's parts: a Thai or Hindi syllable can take three columns. Where terminals
  /// disagree, the width is the greatest one until the terminal has answered a session's question.
  ///
  /// - Parameter character: Any grapheme cluster.
  /// - Returns: 2 for East Asian wide characters, emoji, flags and keycaps; 0 for control characters and for lone marks
  ///   and format characters; ``ambiguousWidth`` for ambiguous characters; 1 for all others. A character of several
  ///   code points, except for an emoji, has the sum of their widths, in which nonspacing marks count as 0.
  /// - Complexity: O(n), where n is the number of code points.
  public static func of(_ character: Character) -> Int {
    if let ascii = character.asciiValue { return (0x20...0x7E).contains(ascii) ? 1 : 0 }
    let scalars = character.unicodeScalars
    let first = scalars[scalars.startIndex]
    if scalars.index(after: scalars.startIndex) == scalars.endIndex, !first.isJamoVowelOrFinal {
      return width(of: first)
    }
    return ClusterShape(character).width(on: clusterWidths)
  }

  /// Returns the width of a text in one line.
  ///
  /// - Parameter text: Any text. Line breaks have no width.
  /// - Complexity: O(n), where n is the length of the text.
  public static func of(_ text: some StringProtocol) -> Int {
    if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return text.utf8.count }
    return text.reduce(0) { $0 + of($1) }
  }

  /// Returns whether terminals disagree about the width of a character: sequences with selectors and joiners, flags,
  /// syllables of several spacing code points, and code points that are new or not assigned.
  static func hasUncertainWidth(_ character: Character) -> Bool {
    var scalars = character.unicodeScalars.makeIterator()
    guard let first = scalars.next(), first.value >= 0x23 else { return false }
    if isUncertain(first) { return true }
    while let next = scalars.next() {
      if next == .emojiSelector || next == .textSelector || next == .joiner { return true }
      if width(of: next) > 0 || isUncertain(next) { return true }
    }
    return false
  }

  private static func isUncertain(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0xAD && contains(CharacterWidthTable.uncertain, scalar.value)
  }

  /// Returns the width of a code point that is a character of its own; 0 for one that is drawn over the one before.
  static func width(of scalar: Unicode.Scalar) -> Int {
    let code = scalar.value
    if code < 0xA1 { return code < 0x20 || (0x7F...0x9F).contains(code) ? 0 : 1 }
    if code >= 0x300 {
      if contains(CharacterWidthTable.wide, code) { return 2 }
      if contains(CharacterWidthTable.zero, code) { return 0 }
    }
    if contains(CharacterWidthTable.ambiguous, code) { return ambiguousWidth.rawValue }
    // The standard library may know emoji that are newer than the table.
    return code >= 0x1F000 && scalar.properties.isEmojiPresentation ? 2 : 1
  }

  /// Searches for a code point in a sorted list of ranges.
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
