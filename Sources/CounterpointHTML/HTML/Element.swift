/// An element of a page.
public struct Element: Hashable, Sendable {
  /// The content of an element.
  enum Content: Hashable, Sendable {
    /// Nothing can be: the element has no end.
    case void
    case children([HTML])
    /// Markup that is taken as it is.
    case unescaped(String)
  }

  /// The name, in lower case.
  let name: String
  /// In the order in which they were given, each name once.
  let attributes: [Attribute]
  /// Tells the element from its siblings as the page changes.
  let key: String?
  let content: Content

  /// Creates an element.
  ///
  /// - Parameters:
  ///   - tag: Which element.
  ///   - attributes: Of two with one name the first counts.
  ///   - key: Tells the element from its siblings of the same tag as the page changes: the id of a row, for example.
  ///     Siblings with keys keep their focus and state in the browser when they move.
  ///   - content: What is in it. Content that a browser's parser would move or drop, such as a `div` in a `p`, is
  ///     reported as an issue in debug builds, once for each pair of elements.
  public init(_ tag: Tag, _ attributes: Attribute..., key: String? = nil, @HTMLBuilder content: () -> [HTML] = { [] }) {
    self.init(tag.name, attributes, key, .children(content().normalized()))
    NestingReport.shared.check(self)
  }

  /// Creates an element that can't have anything in it, such as `<input>`.
  ///
  /// - Parameters:
  ///   - tag: Which element.
  ///   - attributes: Of two with one name the first counts.
  ///   - key: Tells the element from its siblings of the same tag as the page changes.
  public init(_ tag: VoidTag, _ attributes: Attribute..., key: String? = nil) {
    self.init(tag.name, attributes, key, .void)
  }

  package init(_ tag: VoidTag, list attributes: [Attribute]) {
    self.init(tag.name, attributes, nil, .void)
  }

  /// Creates an element of markup that is **not escaped**. This is the only way to insert markup.
  ///
  /// Never use it for anything that a user, a file or a network influences: markup can take over the page.
  ///
  /// - Parameters:
  ///   - tag: The element.
  ///   - attributes: The attributes; of two with the same name the first counts.
  ///   - key: Distinguishes the element from its siblings of the same tag as the page changes.
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
  var children: [HTML] {
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
