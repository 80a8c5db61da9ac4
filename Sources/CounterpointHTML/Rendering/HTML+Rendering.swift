extension HTML {
  /// The markup, without any blanks that are not in the value. Costs as much as the text is long.
  public var markup: String {
    var result = ""
    render(into: &result)
    return result
  }

  func render(into result: inout String) {
    switch self {
    case .text(let text): result.appendEscaped(text, inAttribute: false)
    case .element(let element): element.render(into: &result)
    }
  }
}

extension Element {
  /// The markup.
  public var markup: String { HTML.element(self).markup }

  func render(into result: inout String) {
    result += "<"
    result += name
    for attribute in attributes {
      result += " "
      result += attribute.name
      guard !attribute.value.isEmpty else { continue }
      result += "=\""
      result.appendEscaped(attribute.value, inAttribute: true)
      result += "\""
    }
    result += ">"
    switch content {
    case .void:
      return
    case .unescaped(let markup):
      result += markup
    case .children(let children):
      // A browser drops a line break right after these tags.
      if name == "textarea" || name == "pre", case .text(let text) = children.first, text.utf8.first == 0x0A {
        result += "\n"
      }
      for child in children { child.render(into: &result) }
    }
    result += "</"
    result += name
    result += ">"
  }
}

extension [HTML] {
  /// The markup of all the pieces.
  public var markup: String {
    var result = ""
    for piece in self { piece.render(into: &result) }
    return result
  }
}

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
