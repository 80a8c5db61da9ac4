/// Reads markup that ``HTML/markup`` has written, for tests.
///
/// It is no parser for the markup of other sites: it knows the void elements and the character references of this
/// module, and elements must have their end tags.
struct MarkupReader {
  private var rest: Substring

  init(_ markup: String) {
    rest = markup[...]
  }

  /// Returns the nodes up to the end tag of the enclosing element.
  mutating func nodes() -> [HTML] {
    var nodes: [HTML] = []
    while !rest.isEmpty, !rest.hasPrefix("</") {
      if rest.hasPrefix("<!") {
        skip(through: ">")
      } else if rest.hasPrefix("<") {
        nodes.append(.element(element()))
      } else {
        nodes.append(.text(Self.text(take { $0 != "<" })))
      }
    }
    return nodes.normalized()
  }

  private mutating func element() -> Element {
    rest.removeFirst()
    let name = take { $0 != " " && $0 != ">" }
    var attributes: [Attribute] = []
    while rest.hasPrefix(" ") {
      rest.removeFirst()
      let attribute = take { $0 != "=" && $0 != " " && $0 != ">" }
      var value = Substring()
      if rest.hasPrefix("=\"") {
        rest.removeFirst(2)
        value = take { $0 != "\"" }
        skip(through: "\"")
      }
      attributes.append(Attribute(changed: String(attribute), to: Self.text(value)))
    }
    skip(through: ">")
    if VoidTag.all[String(name)] != nil { return Element(String(name), attributes, nil, .void) }
    // Browsers drop a line break immediately after these tags.
    if name == "textarea" || name == "pre", rest.utf8.first == 0x0A { rest.unicodeScalars.removeFirst() }
    let children = nodes()
    skip(through: ">")
    return Element(String(name), attributes, nil, .children(children))
  }

  /// Removes and returns the characters that satisfy a condition. Compares scalars, because a combining mark does not
  /// hide a tag from a browser.
  private mutating func take(_ condition: (Unicode.Scalar) -> Bool) -> Substring {
    let end = rest.unicodeScalars.firstIndex { !condition($0) } ?? rest.endIndex
    defer { rest = rest[end...] }
    return rest[..<end]
  }

  private mutating func skip(through scalar: Unicode.Scalar) {
    _ = take { $0 != scalar }
    rest.unicodeScalars = rest.unicodeScalars.dropFirst()
  }

  /// Replaces the character references.
  private static func text(_ markup: Substring) -> String {
    guard markup.utf8.contains(UInt8(ascii: "&")) else { return String(markup) }
    var text = "", rest = markup.unicodeScalars
    while let ampersand = rest.firstIndex(of: "&") {
      text.unicodeScalars.append(contentsOf: rest[..<ampersand])
      guard let end = rest[ampersand...].firstIndex(of: ";") else {
        rest = rest[ampersand...]
        break
      }
      let reference = String(rest[rest.index(after: ampersand)..<end])
      switch reference {
      case "amp": text += "&"
      case "lt": text += "<"
      case "gt": text += ">"
      case "quot": text += "\""
      default:
        let number = reference.hasPrefix("#") ? UInt32(reference.dropFirst()) : nil
        if let scalar = number.flatMap({ Unicode.Scalar($0) }) { text.unicodeScalars.append(scalar) }
      }
      rest = rest[rest.index(after: end)...]
    }
    text.unicodeScalars.append(contentsOf: rest)
    return text
  }
}

extension [HTML] {
  /// Creates a page from markup that ``markup`` has written, so that tests can inspect what a browser receives. Ids,
  /// names and texts are those of the page. Keys and unescaped parts are not marked in markup.
  ///
  /// - Parameter markup: The markup.
  public init(markup: String) {
    var reader = MarkupReader(markup)
    self = reader.nodes()
  }
}
