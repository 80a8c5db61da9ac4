/// Pasted text without the characters that a widget can't show.
enum PastedText {
  /// Returns a text as one line. Line breaks at its ends are removed. Other line breaks and tabs become blanks.
  static func oneLine(_ text: String) -> String {
    let ends = text.drop(while: \.isNewline)
    let kept = ends.lastIndex { !$0.isNewline }.map { ends[...$0] } ?? ""
    return filtered(kept, lineBreak: " ", tab: " ")
  }

  /// Returns a text with `\n` as its line breaks. Tabs stay.
  static func lines(_ text: String) -> String { filtered(text[...], lineBreak: "\n", tab: "\t") }

  /// Replaces line breaks and tabs, and removes control characters and directional overrides.
  private static func filtered(_ text: Substring, lineBreak: Unicode.Scalar, tab: Unicode.Scalar) -> String {
    var scalars = String.UnicodeScalarView()
    var afterReturn = false
    for scalar in text.unicodeScalars {
      defer { afterReturn = scalar == "\r" }
      switch scalar.value {
      case 0x0A where afterReturn: continue
      case 0x09: scalars.append(tab)
      case 0x0A, 0x0D, 0x85, 0x2028, 0x2029: scalars.append(lineBreak)
      case 0x00...0x1F, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: continue
      default: scalars.append(scalar)
      }
    }
    return String(scalars)
  }
}
