/// A piece of a page: a text, or an element with its content. A value.
///
/// ```swift
/// Element(.p, .class("count")) {
///   "You have "
///   Element(.strong) { "\(count)" }
/// }
/// ```
///
/// Texts and the values of attributes are always escaped when the page is rendered, so they can't contain markup. The
/// one way to insert markup is ``Element/init(_:_:key:unescaped:)``.
public enum HTML: Hashable, Sendable {
  /// A text, as a person reads it.
  case text(String)
  /// An element.
  case element(Element)
}

extension HTML: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
  /// Creates a text.
  public init(stringLiteral value: String) { self = .text(value) }
}

extension [HTML] {
  /// Returns the pieces as a browser parses them: adjacent texts are joined, and empty ones removed. So positions are
  /// the same in both.
  func normalized() -> Self {
    guard needsNormalizing else { return self }
    var result: Self = []
    result.reserveCapacity(count)
    for piece in self {
      guard case .text(let text) = piece else {
        result.append(piece)
        continue
      }
      if text.isEmpty { continue }
      if case .text(let before) = result.last {
        result[result.count - 1] = .text(before + text)
      } else {
        result.append(piece)
      }
    }
    return result
  }

  private var needsNormalizing: Bool {
    var isAfterText = false
    for piece in self {
      guard case .text(let text) = piece else {
        isAfterText = false
        continue
      }
      if isAfterText || text.isEmpty { return true }
      isAfterText = true
    }
    return false
  }
}
