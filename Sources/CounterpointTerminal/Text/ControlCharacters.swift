/// Makes text from outside harmless: a terminal obeys control characters, and a file name or a message must not be able
/// to give it orders.
enum ControlCharacters {
  /// The text with every control character replaced.
  ///
  /// What comes out has no control characters but `\n`. Text that has none costs one look at each byte.
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
    return String(scalars)
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
