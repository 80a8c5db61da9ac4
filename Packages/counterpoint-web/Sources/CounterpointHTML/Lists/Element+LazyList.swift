import IssueReporting

extension Element {
  /// Creates a list of any length, of which the page has only the rows that the visitor sees, and a margin.
  ///
  /// ```swift
  /// Element.lazyList("orders", count: state.orders.count, rowHeight: 40, label: "Orders") { range in
  ///   for order in state.orders[range] {
  ///     Element(.li, key: "\(order.id)") { order.title }
  ///   }
  /// }
  /// ```
  ///
  /// The list scrolls in a box of its own, and asks for other rows when the visitor scrolls. Without the script, two
  /// links lead to the rows before and after. Give each row a key: then an inserted row is sent alone, and the rows
  /// that the visitor reads stay where they are.
  ///
  /// All rows have the same height. Browsers show boxes of up to about 16 million pixels, which are 400,000 rows of 40.
  /// The search of the browser finds only the rows of the page.
  ///
  /// A rendering costs O(rows of the page), for a list of any length.
  ///
  /// - Parameters:
  ///   - name: The name of the list on the page, of at most 64 bytes. A list with other rows, such as those of another
  ///     folder, has another name: then it begins at its first row.
  ///   - count: The number of all rows.
  ///   - rowHeight: The height of a row, in pixels of CSS. The script sets it.
  ///   - label: The label of the list for assistive technology.
  ///   - pageSize: The number of rows before the visitor scrolls, and on each page without the script; at most 200.
  ///   - previous: The text of the link to the rows before.
  ///   - next: The text of the link to the rows after.
  ///   - attributes: Further attributes.
  ///   - rows: Returns the rows with these indices, each an `li` element. Another number of rows is reported as an
  ///     issue.
  public static func lazyList(
    _ name: String,
    count: Int,
    rowHeight: Int,
    label: String,
    pageSize: Int = 50,
    previous: String = "Previous",
    next: String = "Next",
    _ attributes: Attribute...,
    @HTMLBuilder rows: (Range<Int>) -> [HTML]
  ) -> Element {
    let window = ListWindow.current(of: name) ?? ListWindow(first: 0, size: pageSize)
    let range = window.range(ofRows: count)
    let content = rows(range)
    if content.count != range.count {
      reportIssue("The list '\(name)' has \(content.count) rows in place of \(range.count): return one for each index.")
    }
    let own: [Attribute] = [
      .class("lazy-list"), .data("window", name), .data("first", "\(range.lowerBound)"),
      .data("size", "\(window.size)"),
      .data("count", "\(count)"), .data("row-height", "\(rowHeight)"),
    ]
    return Element(.div, list: attributes + own, key: name) {
      Element(.div, .role("group"), .label(label), Attribute("tabindex", "0")) {
        Element(.ol, Attribute("start", "\(range.lowerBound + 1)")) { content }
      }
      Element(.nav, .label(label)) {
        Element(.a, stepAttribute(.previous)) { previous }
        " "
        Element(.span, stepAttribute(.position))
        " "
        Element(.a, stepAttribute(.next)) { next }
      }
    }
  }

  /// The field name of windows in requests.
  package static let windowName = "counterpoint-window"

  /// A part of the links without the script. ``filledListLinks(at:)`` adds its address or its text when a page is sent,
  /// so that a scrolled list does not change it.
  private enum Step: String {
    case previous, position, next
  }

  private static func stepAttribute(_ step: Step) -> Attribute { .data("step", step.rawValue) }

  private var listName: String? { value(of: "data-window") }

  private func number(_ name: String) -> Int { value(of: name).flatMap { Int($0) } ?? 0 }

  /// Returns the list with links to the rows before and after.
  fileprivate func filledListLinks(at path: String) -> Element {
    guard let name = listName else {
      return children.isEmpty ? self : replacing(children: children.filledListLinks(at: path))
    }
    let window = ListWindow(first: number("data-first"), size: number("data-size"))
    let count = number("data-count")
    let range = window.range(ofRows: count)
    let links = children.map { child -> HTML in
      guard case .element(let nav) = child, nav.name == "nav" else { return child }
      return .element(nav.replacing(children: nav.children.map { $0.filled(range, window, of: count, name, path) }))
    }
    return replacing(children: links)
  }

  fileprivate func filledStep(
    _ range: Range<Int>,
    _ window: ListWindow,
    of count: Int,
    _ name: String,
    _ path: String
  ) -> Element {
    let link = { (first: Int) in
      let text = ListWindow(first: first, size: window.size).text(forList: name)
      let separator = path.containsByte("?") ? "&" : "?"
      return self.replacing(
        attributes: self.attributes + [.href("\(path)\(separator)\(Self.windowName)=\(text.queryEncoded)")]
      )
    }
    return switch value(of: "data-step").flatMap({ Step(rawValue: $0) }) {
    case .previous where range.lowerBound > 0: link(range.lowerBound - window.size)
    case .next where range.upperBound < count: link(range.upperBound)
    case .position:
      replacing(children: [.text("\(count == 0 ? 0 : range.lowerBound + 1)–\(range.upperBound) / \(count)")])
    default: self
    }
  }
}

extension HTML {
  fileprivate func filled(
    _ range: Range<Int>,
    _ window: ListWindow,
    of count: Int,
    _ name: String,
    _ path: String
  ) -> HTML {
    guard case .element(let element) = self else { return self }
    return .element(element.filledStep(range, window, of: count, name, path))
  }
}

extension [HTML] {
  /// Returns the page as it is sent: with links to other rows in each list. O(size of the page).
  ///
  /// - Parameter path: The path and the query of the page.
  package func filledListLinks(at path: String) -> Self {
    map { node in
      guard case .element(let element) = node else { return node }
      return .element(element.filledListLinks(at: path))
    }
  }

  /// The names of the lists on the page. O(size of the page).
  package var listNames: Set<String> {
    reduce(into: []) { names, node in
      guard case .element(let element) = node else { return }
      if let name = element.value(of: "data-window") { names.insert(name) }
      names.formUnion(element.children.listNames)
    }
  }
}

extension String {
  /// The text as a value in a query.
  fileprivate var queryEncoded: String {
    var result = ""
    for byte in utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      case UInt8(ascii: " "): result += "+"
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        result += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return result
  }
}
