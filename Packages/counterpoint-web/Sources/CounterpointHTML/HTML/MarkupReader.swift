/// Reads markup that ``HTML/markup`` has written, for tests.
///
/// It is no parser for the markup of other sites: it knows the void elements and the character references of this
/// module, and elements must have their end tags.
struct MarkupReader {
  private var rest: Substring.UnicodeScalarView

  init(_ markup: String) {
    rest = markup[...].unicodeScalars
  }

  /// Returns the nodes up to the end tag of the enclosing element.
  mutating func nodes() -> [HTML] {
    var nodes: [HTML] = []
    while !rest.isEmpty, !begins("</") {
      if begins("<!") {
        skip(through: ">")
      } else if begins("<") {
        nodes.append(.element(element()))
      } else {
        nodes.append(.text(Self.text(take { $0 != "<" })))
      }
    }
    return nodes.normalized()
  }

  private mutating func element() -> Element {
    rest.removeFirst()
    let name = String(take { $0 != " " && $0 != ">" })
    var attributes: [Attribute] = []
    while begins(" ") {
      rest.removeFirst()
      let attribute = String(take { $0 != "=" && $0 != " " && $0 != ">" })
      var value = Substring.UnicodeScalarView()
      if begins("=\"") {
        rest.removeFirst(2)
        value = take { $0 != "\"" }
        skip(through: "\"")
      }
      attributes.append(Attribute(changed: attribute, to: Self.text(value)))
    }
    skip(through: ">")
    if VoidTag.all[name] != nil { return Element(name, attributes, nil, .void) }
    // Browsers drop a line break immediately after these tags.
    if name == "textarea" || name == "pre", rest.first == "\n" { rest.removeFirst() }
    let children = nodes()
    skip(through: ">")
    return Element(name, attributes, nil, .children(children))
  }

  /// Whether the rest begins with scalars. A combining mark after them does not hide them from a browser.
  private func begins(_ scalars: String) -> Bool { rest.starts(with: scalars.unicodeScalars) }

  /// Removes and returns the scalars that satisfy a condition.
  private mutating func take(_ condition: (Unicode.Scalar) -> Bool) -> Substring.UnicodeScalarView {
    let end = rest.firstIndex { !condition($0) } ?? rest.endIndex
    defer { rest = rest[end...] }
    return rest[..<end]
  }

  private mutating func skip(through scalar: Unicode.Scalar) {
    _ = take { $0 != scalar }
    rest = rest.dropFirst()
  }

  /// Replaces the character references.
  private static func text(_ markup: Substring.UnicodeScalarView) -> String {
    var text = String.UnicodeScalarView(), rest = markup
    while let ampersand = rest.firstIndex(of: "&") {
      text.append(contentsOf: rest[..<ampersand])
      rest = rest[ampersand...]
      guard let end = rest.firstIndex(of: ";") else { break }
      let reference = String(rest[rest.index(after: ampersand)..<end])
      switch reference {
      case "amp": text.append("&")
      case "lt": text.append("<")
      case "gt": text.append(">")
      case "quot": text.append("\"")
      default:
        let number = reference.hasBytes(prefix: "#") ? UInt32(reference.droppingBytes(1)) : nil
        if let scalar = number.flatMap({ Unicode.Scalar($0) }) { text.append(scalar) }
      }
      rest = rest[rest.index(after: end)...]
    }
    text.append(contentsOf: rest)
    return String(text)
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
