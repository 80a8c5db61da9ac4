/// An element of a page.
public struct Element: Hashable, Sendable {
  /// The content of an element.
  enum Content: Hashable, Sendable {
    /// The element is void: it has no content and no end tag.
    case void
    case children([HTML])
    /// Markup that is inserted without escaping.
    case unescaped(String)
  }

  /// The name, in lower case.
  package let name: String
  /// The attributes in their order, without duplicate names.
  let attributes: [Attribute]
  /// Identifies the element among its siblings when the page changes.
  let key: String?
  let content: Content

  /// Creates an element.
  ///
  /// - Parameters:
  ///   - tag: The tag.
  ///   - attributes: The attributes. The first of several attributes with the same name wins.
  ///   - key: Identifies the element among its siblings with the same tag when the page changes: the id of a row, for
  ///     example. Siblings with keys keep their focus and state in the browser when they move.
  ///   - content: The content. Content that a browser's parser would move or drop, such as a `div` in a `p`, is
  ///     reported as an issue in debug builds, once for each pair of elements.
  public init(_ tag: Tag, _ attributes: Attribute..., key: String? = nil, @HTMLBuilder content: () -> [HTML] = { [] }) {
    self.init(tag.name, attributes, key, .children(content().normalized()))
    NestingValidator.shared.check(self)
  }

  /// Creates a void element, such as `<input>`.
  ///
  /// - Parameters:
  ///   - tag: The tag.
  ///   - attributes: The attributes. The first of several attributes with the same name wins.
  ///   - key: Identifies the element among its siblings with the same tag when the page changes.
  public init(_ tag: VoidTag, _ attributes: Attribute..., key: String? = nil) {
    self.init(tag.name, attributes, key, .void)
  }

  package init(_ tag: Tag, list attributes: [Attribute], key: String?, @HTMLBuilder content: () -> [HTML]) {
    self.init(tag.name, attributes, key, .children(content().normalized()))
    NestingValidator.shared.check(self)
  }

  package init(_ tag: VoidTag, list attributes: [Attribute]) {
    self.init(tag.name, attributes, nil, .void)
  }

  /// Creates an element with markup that is **not escaped**. This is the only way to insert markup.
  ///
  /// Never use it for text that a user, a file or a network controls: such markup can take over the page.
  ///
  /// - Parameters:
  ///   - tag: The tag.
  ///   - attributes: The attributes. The first of several attributes with the same name wins.
  ///   - key: Identifies the element among its siblings with the same tag when the page changes.
  ///   - unescaped: Well-formed markup.
  public init(_ tag: Tag, _ attributes: Attribute..., key: String? = nil, unescaped: String) {
    self.init(tag.name, attributes, key, .unescaped(unescaped))
  }

  init(_ name: String, _ attributes: [Attribute], _ key: String?, _ content: Content) {
    self.name = name
    self.attributes = attributes.unique()
    self.key = key
    self.content = content
  }

  /// The children, unless the content is unescaped markup.
  package var children: [HTML] {
    guard case .children(let children) = content else { return [] }
    return children
  }

  func replacing(attributes: [Attribute]) -> Self {
    Self(name, attributes, key, content)
  }

  func replacing(children: [HTML]) -> Self {
    Self(name, attributes, key, .children(children))
  }
}

extension [HTML] {
  /// Returns the first element with an id, at any depth: for tests, and for tools that read pages. O(size of the
  /// page).
  ///
  /// - Parameter id: The id.
  public func element(id: String) -> HTML.Child? {
    for node in self {
      guard case .element(let element) = node else { continue }
      if element.value(of: "id") == id { return element }
      if let found = element.children.element(id: id) { return found }
    }
    return nil
  }

  /// The concatenation of all texts, without markup.
  public var text: String {
    map { node in
      switch node {
      case .text(let text): text
      case .element(let element): element.text
      }
    }.joined()
  }
}

extension HTML {
  /// An alias of `Element` for extensions of `Array`, where `Element` is the array's own type parameter.
  public typealias Child = Element
}

extension Element {
  /// The concatenation of all texts in the element.
  public var text: String { children.text }

  /// Returns the value of an attribute; `nil` if the element does not have the attribute.
  ///
  /// - Parameter name: The full name, as in `aria-label`.
  public func value(of name: String) -> String? {
    attributes.first { $0.name == name }?.value
  }
}
