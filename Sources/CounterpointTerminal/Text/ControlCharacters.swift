/// Makes text from outside harmless: a terminal obeys control characters, and a file name or a message must not be able
/// to give it orders.
enum ControlCharacters {
  /// The largest number of code points in a character: a base, and the 30 combining marks that Unicode's stream-safe
  /// text format allows (UAX #15).
  static let longestCharacter = 31

  /// Replaces every control character of a text, and cuts characters of more than ``longestCharacter`` code points.
  ///
  /// The result has no control characters but `\n`. Text without any costs one read of each byte.
  static func replaced(in text: some StringProtocol) -> String {
    if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0x0A }) { return String(text) }
    var scalars = String.UnicodeScalarView()
    var afterReturn = false
    for scalar in text.unicodeScalars {
      // A carriage return and the line feed after it are one line break.
      defer { afterReturn = scalar == "\r" }
      if scalar == "\n", afterReturn { continue }
      replace(scalar, into: &scalars)
    }
    return withoutEndlessCharacters(String(scalars))
  }

  /// Cuts characters of more than ``longestCharacter`` code points.
  ///
  /// One character takes one or two cells, but has no largest size: a letter can have a mebibyte of accents.
  static func withoutEndlessCharacters(_ text: String) -> String {
    var text = text
    while mayHaveEndlessCharacter(text) {
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
      // What is left of a cut character can join the next one, for example by a zero-width joiner.
      text = result
    }
    return text
  }

  /// Whether more than ``longestCharacter`` code points follow each other that could belong to one character.
  private static func mayHaveEndlessCharacter(_ text: String) -> Bool {
    // No code point has more than four bytes, so a short text needs no walk.
    guard text.utf8.count > longestCharacter else { return false }
    var length = 0
    for scalar in text.unicodeScalars {
      length = beginsCharacter(scalar) ? 1 : length + 1
      if length > longestCharacter { return true }
    }
    return false
  }

  /// Whether a code point is known to begin a character without a look into the tables: Latin letters, box drawing, and
  /// ideographs. They would otherwise make each long line of text look like one character.
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
      // U+2400… are the pictures of the first 32 control characters, in the same order.
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
