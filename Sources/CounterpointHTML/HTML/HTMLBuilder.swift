/// Builds the content of an element from texts, elements and lists of both, with `if`, `switch` and `for`.
@resultBuilder
public enum HTMLBuilder {
  /// A text, which is escaped when the page is rendered.
  public static func buildExpression(_ text: String) -> [HTML] { [.text(text)] }
  /// An element.
  public static func buildExpression(_ element: Element) -> [HTML] { [.element(element)] }
  /// A text or an element.
  public static func buildExpression(_ html: HTML) -> [HTML] { [html] }
  /// Something that may be absent.
  public static func buildExpression(_ element: Element?) -> [HTML] { element.map { [.element($0)] } ?? [] }
  /// Several pieces.
  public static func buildExpression(_ html: [HTML]) -> [HTML] { html }
  /// Nothing.
  public static func buildBlock() -> [HTML] { [] }
  /// The only piece.
  public static func buildBlock(_ part: [HTML]) -> [HTML] { part }
  /// The pieces one after the other.
  public static func buildBlock(_ parts: [HTML]...) -> [HTML] { parts.flatMap { $0 } }
  /// Builds an optional part.
  public static func buildOptional(_ part: [HTML]?) -> [HTML] { part ?? [] }
  /// One of two.
  public static func buildEither(first: [HTML]) -> [HTML] { first }
  /// The other of two.
  public static func buildEither(second: [HTML]) -> [HTML] { second }
  /// A loop.
  public static func buildArray(_ parts: [[HTML]]) -> [HTML] { parts.flatMap { $0 } }
  /// Builds a part that is available on some systems only.
  public static func buildLimitedAvailability(_ part: [HTML]) -> [HTML] { part }
}

/// Makes pieces of a page outside an element.
///
/// - Parameter content: The pieces.
public func html(@HTMLBuilder _ content: () -> [HTML]) -> [HTML] {
  content().normalized()
}
