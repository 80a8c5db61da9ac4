/// Returns a text for a terminal: control characters, and characters that change the direction of the text or end a
/// line, are escaped as in `\u{1B}`.
///
/// A recording or a program can contain any text, and a terminal would run its escape sequences.
package func printable(_ text: String) -> String {
  guard text.unicodeScalars.contains(where: isHidden) else { return text }
  var result = String.UnicodeScalarView()
  for scalar in text.unicodeScalars {
    guard isHidden(scalar) else {
      result.append(scalar)
      continue
    }
    result.append(contentsOf: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".unicodeScalars)
  }
  return String(result)
}

private func isHidden(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0...0x1F, 0x7F...0x9F, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
  default: false
  }
}
