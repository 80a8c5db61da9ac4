import IssueReporting
@_spi(Internals) import CounterpointSupport

/// Reports elements that a browser's parser would move or drop, once for each pair of element names.
///
/// Changes address nodes by index, so they fail on a page that the parser has rearranged. The rules are from "Parsing
/// HTML documents" in the HTML standard.
final class NestingValidator: Sendable {
  static let shared = NestingValidator()

  /// An invalid nesting of two elements.
  struct Mistake: Hashable, Sendable {
    let outer: String
    let inner: String
    let reason: String
  }

  private let reported = Locked<Set<Mistake>>([])

  /// Reports the mistakes of an element in debug builds. Its children were checked when they were created.
  func check(_ element: Element) {
    #if DEBUG
    for mistake in Self.mistakes(in: element) { report(mistake) }
    #endif
  }

  func hasReported(_ mistake: Mistake) -> Bool { reported.withLock { $0.contains(mistake) } }

  func report(_ mistake: Mistake) {
    guard reported.withLock({ $0.insert(mistake).inserted }) else { return }
    reportIssue(
      """
      A <\(mistake.inner)> can't be in a <\(mistake.outer)>: \(mistake.reason). The page in the browser then differs from this one, and \
      its changes fail.
      """
    )
  }

  /// Returns the mistakes whose outer element is this element.
  static func mistakes(in element: Element) -> [Mistake] {
    var mistakes: [Mistake] = []
    for child in element.children {
      let inner: String
      let reason: String?
      switch child {
      case .text(let text):
        inner = "text"
        reason = text.unicodeScalars.allSatisfy(\.properties.isWhitespace) ? nil : textReason(in: element.name)
      case .element(let child):
        inner = child.name
        reason = childReason(child, in: element)
      }
      if let reason { mistakes.append(Mistake(outer: element.name, inner: inner, reason: reason)) }
    }
    if let rule = descendantRules[element.name] { search(element, for: rule, from: element.name, &mistakes) }
    return mistakes
  }

  private static func search(_ element: Element, for rule: Rule, from outer: String, _ mistakes: inout [Mistake]) {
    for case .element(let child) in element.children {
      if rule.names.contains(child.name) {
        mistakes.append(Mistake(outer: outer, inner: child.name, reason: rule.reason))
      }
      if !rule.barriers.contains(child.name) { search(child, for: rule, from: outer, &mistakes) }
    }
  }
}

extension NestingValidator {
  /// Elements that can't be descendants of an element, unless a barrier is in between.
  private struct Rule {
    let names: Set<String>
    let barriers: Set<String>
    let reason: String
  }

  private static func textReason(in outer: String) -> String? {
    switch outer {
    case "table", "tbody", "thead", "tfoot", "tr", "colgroup": "a parser moves text out of tables"
    default: nil
    }
  }

  private static func childReason(_ child: Element, in outer: Element) -> String? {
    let inner = child.name
    if neverInPages.contains(inner) { return "a parser never keeps it in a page" }
    if let parents = parents[inner], !parents.contains(outer.name) {
      return "it can only be in \(parents.map { "<\($0)>" }.joined(separator: ", "))"
    }
    if let children = children[outer.name], !children.contains(inner) {
      // The standard allows a hidden input in a table.
      if outer.name == "table", inner == "input", child.value(of: "type") == "hidden" { return nil }
      return "a parser moves it out"
    }
    if textOnly.contains(outer.name) { return "its content is text only" }
    if void.contains(outer.name) { return "the element has no content" }
    if headings.contains(outer.name), headings.contains(inner) { return "a heading closes an open heading" }
    return nil
  }

  private static let neverInPages: Set<String> = ["body", "frame", "frameset", "head", "html", "image"]
  private static let parents: [String: [String]] = [
    "caption": ["table"], "colgroup": ["table"], "tbody": ["table"], "tfoot": ["table"], "thead": ["table"],
    "col": ["colgroup"], "tr": ["tbody", "thead", "tfoot"], "td": ["tr"], "th": ["tr"],
  ]
  private static let children: [String: Set<String>] = [
    "table": ["caption", "colgroup", "tbody", "tfoot", "thead"], "colgroup": ["col"],
    "tbody": ["tr"], "thead": ["tr"], "tfoot": ["tr"], "tr": ["td", "th"],
    "select": ["hr", "optgroup", "option"], "optgroup": ["option"],
  ]
  private static let textOnly: Set<String> = ["option", "textarea", "title"]
  private static let void: Set<String> = [
    "area", "base", "basefont", "bgsound", "col", "embed", "frame", "keygen", "param", "track",
  ]
  private static let headings: Set<String> = ["h1", "h2", "h3", "h4", "h5", "h6"]
  /// The elements whose start tag closes an open paragraph.
  private static let blocks: Set<String> = headings.union([
    "address", "article", "aside", "blockquote", "center", "details", "dialog", "dir", "div", "dl", "dd", "dt",
    "fieldset", "figcaption", "figure", "footer", "form", "header", "hgroup", "hr", "li", "listing", "main", "menu",
    "nav", "ol", "p", "pre", "search", "section", "summary", "table", "ul",
  ])
  /// The elements that limit the scope in which a parser looks for open elements.
  private static let scopes: Set<String> = ["applet", "caption", "marquee", "object", "td", "th"]
  /// The elements that end the search for an open `li`, `dd` or `dt`: all special elements but `address`, `div` and
  /// `p`.
  private static let itemBarriers = blocks.subtracting(["address", "div", "p", "li", "dd", "dt"]).union(scopes)
    .union(["button", "select", "textarea"])

  private static let descendantRules: [String: Rule] = [
    "a": Rule(names: ["a"], barriers: scopes, reason: "a link closes an open link"),
    "button": Rule(names: ["button"], barriers: scopes, reason: "a button closes an open button"),
    "dd": Rule(names: ["dd", "dt"], barriers: itemBarriers, reason: "an item closes an open item"),
    "dt": Rule(names: ["dd", "dt"], barriers: itemBarriers, reason: "an item closes an open item"),
    "form": Rule(names: ["form"], barriers: [], reason: "a parser drops a nested form"),
    "li": Rule(names: ["li"], barriers: itemBarriers, reason: "an item closes an open item"),
    "math": Rule(
      names: foreignEnds,
      barriers: ["annotation-xml", "mi", "mn", "mo", "ms", "mtext"],
      reason: foreignReason
    ),
    "nobr": Rule(names: ["nobr"], barriers: scopes, reason: "it closes an open one"),
    "p": Rule(names: blocks, barriers: scopes.union(["button"]), reason: "it closes the paragraph"),
    "svg": Rule(names: foreignEnds, barriers: ["desc", "foreignobject", "title"], reason: foreignReason),
  ]

  private static let foreignReason = "it closes the drawing or the formula"
  /// The HTML elements whose start tag closes an `svg` or `math` element.
  private static let foreignEnds: Set<String> = headings.union([
    "b", "big", "blockquote", "body", "br", "center", "code", "dd", "div", "dl", "dt", "em", "embed", "head", "hr",
    "i", "img", "li", "listing", "menu", "meta", "nobr", "ol", "p", "pre", "ruby", "s", "small", "span", "strong",
    "strike", "sub", "sup", "table", "tt", "u", "ul", "var",
  ])
}
