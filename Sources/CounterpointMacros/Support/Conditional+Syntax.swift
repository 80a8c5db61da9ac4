import SwiftSyntax

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
