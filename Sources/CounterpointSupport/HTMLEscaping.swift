extension String {
  /// Appends a text so that a browser reads exactly that text, and nothing of it as markup.
  package mutating func appendEscaped(_ text: String, inAttribute: Bool) {
    guard text.utf8.contains(where: { Self.needsEscape($0) }) else {
      self += text
      return
    }
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": self += "&amp;"
      case "<": self += "&lt;"
      case ">": self += "&gt;"
      case "\"" where inAttribute: self += "&#34;"
      case "'" where inAttribute: self += "&#39;"
      // A browser would turn it into a line feed, and the next difference of pages would be wrong.
      case "\r": self += "&#13;"
      // There is no way to write it.
      case "\0": self += "\u{FFFD}"
      default: unicodeScalars.append(scalar)
      }
    }
  }

  private static func needsEscape(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x26, 0x3C, 0x3E, 0x22, 0x27, 0x0D, 0x00: true
    default: false
    }
  }
}
