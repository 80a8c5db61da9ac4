/// A piece of a page: a text, or an element with what is in it. A plain value.
///
/// ```swift
/// Element(.p, .class("count")) {
///   "You have "
///   Element(.strong) { "\(count)" }
/// }
/// ```
///
/// Texts and the values of attributes are escaped when the page is rendered, wherever they come from: there is no way to put
/// markup into them. The one door for markup that somebody else made is ``Element/init(_:_:key:unescaped:)``.
public enum HTML: Hashable, Sendable {
  /// A text, as a person reads it.
  case text(String)
  /// An element.
  case element(Element)
}

extension HTML: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
  /// Makes a text.
  public init(stringLiteral value: String) { self = .text(value) }
}

extension [HTML] {
  /// What a browser makes of these pieces: neighbouring texts are one, and there are no empty ones. So a place in the page is the
  /// same here and there.
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
