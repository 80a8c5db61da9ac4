extension String {
  /// Appends a text as HTML, so that a browser shows exactly this text.
  @_spi(Internals) public mutating func appendEscaped(_ text: String, inAttribute: Bool) {
    guard text.utf8.contains(where: { Self.needsEscape($0) }) else {
      self += text
      return
    }
    for scalar in text.unicodeScalars { appendEscaped(scalar, inAttribute: inAttribute) }
  }

  /// Appends a scalar as HTML.
  ///
  /// Escaping works on scalars, because a `<` with a combining mark is another `Character`, but is markup to a browser.
  @_spi(Internals) public mutating func appendEscaped(_ scalar: Unicode.Scalar, inAttribute: Bool) {
    switch scalar {
    case "&": self += "&amp;"
    case "<": self += "&lt;"
    case ">": self += "&gt;"
    case "\"" where inAttribute: self += "&#34;"
    case "'" where inAttribute: self += "&#39;"
    // A browser replaces an unescaped carriage return by a line feed, and the next difference of pages would be wrong.
    case "\r": self += "&#13;"
    // HTML can't represent this character.
    case "\0": self += "\u{FFFD}"
    default: unicodeScalars.append(scalar)
    }
  }

  private static func needsEscape(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x26, 0x3C, 0x3E, 0x22, 0x27, 0x0D, 0x00: true
    default: false
    }
  }
}
