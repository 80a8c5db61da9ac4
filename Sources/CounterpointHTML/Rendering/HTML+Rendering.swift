import CounterpointSupport

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
