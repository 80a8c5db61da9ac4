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
    /// What stands behind `#if` or `#elseif`; `nil` for `#else`.
    let condition: String?
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
  /// The elements that satisfy a predicate, with their conditions.
  func filter<Value>(_ isIncluded: (Value) -> Bool) -> [Conditional<Value>] where Element == Conditional<Value> {
    compactMapElements { isIncluded($0) ? $0 : nil }
  }

  /// What `transform` makes of the elements, with their conditions, and without the branches that have nothing left in them.
  ///
  /// The branches behind one that goes must not be compiled where that one would have been: they get its negation.
  func compactMapElements<Value, Result>(_ transform: (Value) -> Result?) -> [Conditional<Result>]
  where Element == Conditional<Value> {
    compactMap { item in
      switch item {
      case .always(let value):
        return transform(value).map { .always($0) }
      case .oneOf(let clauses):
        var kept: [Conditional<Result>.Clause] = []
        var excluded: [String] = []
        for clause in clauses {
          let items = clause.items.compactMapElements(transform)
          if items.isEmpty {
            excluded += clause.condition.map { ["!(\($0))"] } ?? []
          } else if excluded.isEmpty {
            kept.append(.init(condition: clause.condition, items: items))
          } else {
            let conditions = excluded + (clause.condition.map { ["(\($0))"] } ?? [])
            kept.append(.init(condition: conditions.joined(separator: " && "), items: items))
          }
        }
        return kept.isEmpty ? nil : .oneOf(kept)
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
      zip(clauses, clauses.indices).flatMap { clause, index in
        let header = clause.condition.map { (index == 0 ? "#if " : "#elseif ") + $0 } ?? "#else"
        return [header] + join(render(clause.items, join: join, element))
      } + ["#endif"]
    }
  }
}
