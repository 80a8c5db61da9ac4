/// Something that was found in source where `#if` may stand around it: the thing itself, or a whole `#if … #endif`.
///
/// A macro sees every branch of an `#if`, also those that the compiler leaves out, and can't tell which will be compiled. So
/// what it generates for a branch has to stand under the same condition.
indirect enum Conditional<Element> {
  /// It stands under no condition but those around this list.
  case always(Element)
  /// `#if`, its `#elseif`s and its `#else`, of which the compiler takes one at most.
  case oneOf([Clause])

  /// A branch of an `#if`.
  struct Clause {
    /// The line that opens it: `#if DEBUG`, `#else`.
    let header: String
    let items: [Conditional<Element>]
  }
}

extension Conditional {
  /// Whether there is an `#if` at all.
  var isConditional: Bool {
    if case .oneOf = self { true } else { false }
  }

  /// Every element, whatever its condition, in the order of the source.
  var elements: [Element] {
    switch self {
    case .always(let element): [element]
    case .oneOf(let clauses): clauses.flatMap { $0.items.flatMap(\.elements) }
    }
  }
}

extension Sequence {
  /// The elements that satisfy a predicate, under their conditions.
  func filter<Element>(_ isIncluded: (Element) -> Bool) -> [Conditional<Element>]
  where Self.Element == Conditional<Element> {
    compactMap { item in
      switch item {
      case .always(let element):
        return isIncluded(element) ? item : nil
      case .oneOf(let clauses):
        let filtered = clauses.map {
          Conditional.Clause(header: $0.header, items: $0.items.filter(isIncluded))
        }
        return filtered.contains { !$0.items.isEmpty } ? .oneOf(filtered) : nil
      }
    }
  }
}

/// Source text, a string for each line.
typealias Lines = [String]

extension Lines {
  /// The lines, two columns further to the right.
  var indented: Lines { map { $0.isEmpty ? $0 : "  " + $0 } }
}

extension Sequence<Lines> {
  /// One after the other, an empty line between each two.
  func joinedWithEmptyLines() -> Lines {
    Array(joined(separator: [""]))
  }
}

/// The text of each item: that of an element, or a whole `#if` with the text of the elements in it.
///
/// - Parameters:
///   - items: The items, in order.
///   - join: What to put between the texts inside a branch.
///   - element: The text of an element.
func render<Element>(
  _ items: [Conditional<Element>],
  join: ([Lines]) -> Lines = { $0.flatMap { $0 } },
  _ element: (Element) -> Lines
) -> [Lines] {
  items.map { item in
    switch item {
    case .always(let value):
      element(value)
    case .oneOf(let clauses):
      clauses.flatMap { [$0.header] + join(render($0.items, join: join, element)) } + ["#endif"]
    }
  }
}
