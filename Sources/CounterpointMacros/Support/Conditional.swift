import SwiftSyntax

/// An element of the source, or a whole `#if … #endif` with elements.
///
/// A macro sees every branch of an `#if`, and doesn't know which one is compiled. So code that is generated for a
/// branch must be under the same condition.
indirect enum Conditional<Element> {
  /// An element under no other condition than those of the enclosing list.
  case always(Element)
  /// `#if` with its `#elseif`s and its `#else`, of which at most one is compiled.
  case oneOf([Clause])

  /// A branch of an `#if`.
  struct Clause {
    /// The condition of `#if` or `#elseif`; `nil` for `#else`.
    let condition: String?
    let items: [Conditional<Element>]
  }
}

extension Conditional {
  /// Whether the item is an `#if`.
  var isConditional: Bool {
    if case .oneOf = self { true } else { false }
  }

  /// The elements of all branches, in source order.
  var elements: [Element] {
    switch self {
    case .always(let element): [element]
    case .oneOf(let clauses): clauses.flatMap { $0.items.flatMap(\.elements) }
    }
  }
}

extension Sequence {
  /// Returns the elements that satisfy a predicate, with their conditions.
  func filter<Value>(_ isIncluded: (Value) -> Bool) -> [Conditional<Value>] where Element == Conditional<Value> {
    compactMapElements { isIncluded($0) ? $0 : nil }
  }

  /// Transforms the elements, keeps their conditions, and removes the branches that become empty.
  ///
  /// The branches after a removed one get the negation of its condition, so that they are not compiled in its place.
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

/// Returns the text of each item: that of an element, or a whole `#if` with the texts of its elements.
///
/// - Parameters:
///   - items: The items, in order.
///   - join: Joins the texts of a branch.
///   - element: Returns the text of an element.
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

extension Conditional {
  /// Creates an item from an `#if`; fails if none of its branches has an element.
  ///
  /// Empty branches are kept, because the conditions of later branches depend on them.
  ///
  /// - Parameters:
  ///   - block: The `#if`.
  ///   - items: Returns the items of a branch.
  init?(_ block: IfConfigDeclSyntax, items: (IfConfigClauseSyntax.Elements) -> [Conditional<Element>]) {
    let clauses = block.clauses.map { clause in
      Clause(condition: clause.condition?.trimmedDescription, items: clause.elements.map(items) ?? [])
    }
    guard clauses.contains(where: { !$0.items.isEmpty }) else { return nil }
    self = .oneOf(clauses)
  }
}

extension AttributeListSyntax {
  /// The `@available` attributes, each on its own line, with their enclosing conditions.
  ///
  /// A generated declaration must not be available where the original isn't.
  var availability: Lines {
    lines { $0.attributeName.trimmedDescription == "available" }
  }

  /// Returns the attributes that satisfy a predicate, each on its own lines, with their enclosing conditions.
  func lines(where isIncluded: (AttributeSyntax) -> Bool) -> Lines {
    render(conditional(where: isIncluded)) { [$0.trimmedDescription] }.flatMap { $0 }
  }

  private func conditional(where isIncluded: (AttributeSyntax) -> Bool) -> [Conditional<AttributeSyntax>] {
    compactMap { element in
      switch element {
      case .attribute(let attribute):
        isIncluded(attribute) ? .always(attribute) : nil
      case .ifConfigDecl(let block):
        Conditional(block) { elements in
          if case .attributes(let attributes) = elements { attributes.conditional(where: isIncluded) } else { [] }
        }
      }
    }
  }
}
