@_spi(Internals) import CounterpointSupport

/// A node of a page: a text, or an element with its content. It is a value.
///
/// ```swift
/// Element(.p, .class("count")) {
///   "You have "
///   Element(.strong) { "\(count)" }
/// }
/// ```
///
/// Texts and the values of attributes are always escaped when the page is rendered, so they can't contain markup. The
/// only way to insert markup is ``Element/init(_:_:key:unescaped:)``.
public enum HTML: Hashable, Sendable {
  /// A text, which is escaped when the page is rendered.
  case text(String)
  /// An element.
  case element(Element)
}

extension HTML: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
  /// Creates a text.
  public init(stringLiteral value: String) { self = .text(value) }
}

extension [HTML] {
  /// Returns the nodes as a browser parses them: adjacent texts are joined, and empty texts are removed. So the
  /// indices of nodes are the same in both.
  func normalized() -> Self {
    guard needsNormalizing else { return self }
    var result: Self = []
    result.reserveCapacity(count)
    for node in self {
      guard case .text(let text) = node else {
        result.append(node)
        continue
      }
      if text.isEmpty { continue }
      if case .text(let before) = result.last {
        result[result.count - 1] = .text(before + text)
      } else {
        result.append(node)
      }
    }
    return result
  }

  private var needsNormalizing: Bool {
    var isAfterText = false
    for node in self {
      guard case .text(let text) = node else {
        isAfterText = false
        continue
      }
      if isAfterText || text.isEmpty { return true }
      isAfterText = true
    }
    return false
  }
}

/// Builds the content of an element from texts, elements and lists of both, with `if`, `switch` and `for`.
@resultBuilder
public enum HTMLBuilder {
  /// A text, which is escaped when the page is rendered.
  public static func buildExpression(_ text: String) -> [HTML] { [.text(text)] }
  /// An element.
  public static func buildExpression(_ element: Element) -> [HTML] { [.element(element)] }
  /// A text or an element.
  public static func buildExpression(_ html: HTML) -> [HTML] { [html] }
  /// An optional element.
  public static func buildExpression(_ element: Element?) -> [HTML] { element.map { [.element($0)] } ?? [] }
  /// Several nodes.
  public static func buildExpression(_ html: [HTML]) -> [HTML] { html }
  /// No nodes.
  public static func buildBlock() -> [HTML] { [] }
  /// A single part.
  public static func buildBlock(_ part: [HTML]) -> [HTML] { part }
  /// Several parts, one after the other.
  public static func buildBlock(_ parts: [HTML]...) -> [HTML] { parts.flatMap { $0 } }
  /// An `if` without an `else`.
  public static func buildOptional(_ part: [HTML]?) -> [HTML] { part ?? [] }
  /// The first branch of an `if` or `switch`.
  public static func buildEither(first: [HTML]) -> [HTML] { first }
  /// The second branch of an `if` or `switch`.
  public static func buildEither(second: [HTML]) -> [HTML] { second }
  /// A `for` loop.
  public static func buildArray(_ parts: [[HTML]]) -> [HTML] { parts.flatMap { $0 } }
  /// A part with an availability condition.
  public static func buildLimitedAvailability(_ part: [HTML]) -> [HTML] { part }
}

/// Builds nodes outside of an element.
///
/// - Parameter content: The nodes.
public func html(@HTMLBuilder _ content: () -> [HTML]) -> [HTML] {
  content().normalized()
}

extension HTML {
  /// The markup, without added whitespace. O(length of the markup).
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
      // Browsers drop a line break immediately after these tags.
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
  /// The markup of all nodes.
  public var markup: String {
    var result = ""
    for node in self { node.render(into: &result) }
    return result
  }
}
