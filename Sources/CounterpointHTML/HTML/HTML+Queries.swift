extension [HTML] {
  /// The first element of an id, wherever it is: for tests, and for tools that read pages. Looks at everything.
  ///
  /// - Parameter id: The id.
  public func element(id: String) -> HTML.Child? {
    for piece in self {
      guard case .element(let element) = piece else { continue }
      if element.value(of: "id") == id { return element }
      if let found = element.children.element(id: id) { return found }
    }
    return nil
  }

  /// The concatenation of all texts, without markup.
  public var text: String {
    map { piece in
      switch piece {
      case .text(let text): text
      case .element(let element): element.text
      }
    }.joined()
  }
}

extension HTML {
  /// An element, under a name that can be used where `Element` is what an array has.
  public typealias Child = Element
}

extension Element {
  /// All texts in it.
  public var text: String { children.text }

  /// The value of an attribute; `nil` if it has none of that name.
  ///
  /// - Parameter name: The whole name, as in `aria-label`.
  public func value(of name: String) -> String? {
    attributes.first { $0.name == name }?.value
  }
}
