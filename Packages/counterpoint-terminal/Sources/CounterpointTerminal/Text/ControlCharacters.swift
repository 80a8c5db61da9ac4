/// Sanitizes untrusted text. Terminals execute control characters, so a file name or a message must not contain any.
enum ControlCharacters {
  /// The largest number of code points in a character: a base and 30 combining marks, as in Unicode's Stream-Safe Text
  /// Format (UAX #15).
  static let longestCharacter = 31

  /// Replaces every control character of a text, and cuts characters of more than ``longestCharacter`` code points.
  ///
  /// The only control character in the result is `\n`.
  static func replaced(in text: some StringProtocol) -> String {
    if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0x0A }) { return String(text) }
    var scalars = String.UnicodeScalarView()
    var afterReturn = false
    for scalar in text.unicodeScalars {
      // CR LF is one line break.
      defer { afterReturn = scalar == "\r" }
      if scalar == "\n", afterReturn { continue }
      replace(scalar, into: &scalars)
    }
    return cuttingLongCharacters(String(scalars))
  }

  /// Cuts characters of more than ``longestCharacter`` code points.
  ///
  /// A character takes one or two cells, but its number of code points has no limit: a letter can have a mebibyte of
  /// accents.
  static func cuttingLongCharacters(_ text: String) -> String {
    var text = text
    while mayHaveLongCharacter(text) {
      var result = ""
      var isCut = false
      for character in text {
        let scalars = character.unicodeScalars
        if let end = scalars.index(scalars.startIndex, offsetBy: longestCharacter, limitedBy: scalars.endIndex),
          end < scalars.endIndex
        {
          result.unicodeScalars.append(contentsOf: scalars[..<end])
          isCut = true
        } else {
          result.append(character)
        }
      }
      guard isCut else { return text }
      // The rest of a cut character can combine with the next character, for example through a zero-width joiner.
      text = result
    }
    return text
  }

  /// Returns whether the text may have a character of more than ``longestCharacter`` code points. Has false positives.
  private static func mayHaveLongCharacter(_ text: String) -> Bool {
    // A fast path for short texts.
    guard text.utf8.count > longestCharacter else { return false }
    var length = 0
    for scalar in text.unicodeScalars {
      length = beginsCharacter(scalar) ? 1 : length + 1
      if length > longestCharacter { return true }
    }
    return false
  }

  /// Returns whether a code point surely begins a character: Latin letters, box drawing and ideographs. Without this
  /// fast path, each long line of text would be segmented into characters.
  private static func beginsCharacter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0xA9, 0xAF..<0x300, 0x2500..<0x25A0, 0x309B..<0x3200, 0x3400..<0xA48D: true
    default: false
    }
  }

  private static func replace(_ scalar: Unicode.Scalar, into scalars: inout String.UnicodeScalarView) {
    switch scalar.value {
    case 0x0A, 0x0D, 0x85, 0x2028, 0x2029:
      scalars.append("\n")
    case 0x09:
      scalars.append(contentsOf: "    ".unicodeScalars)
    case 0x00...0x1F:
      // The pictures of the first 32 control characters begin at U+2400, in the same order.
      scalars.append(Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}")
    case 0x7F:
      scalars.append("\u{2421}")
    case 0x80...0x9F, 0x202A...0x202E, 0x2066...0x2069:
      scalars.append("\u{FFFD}")
    default:
      scalars.append(scalar)
    }
  }
}
