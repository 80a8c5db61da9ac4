import SwiftSyntax

extension Conditional {
  /// An `#if` in source, or `nil` when no branch of it has anything in it.
  ///
  /// Branches without an element stay where they are, because the conditions of the later ones depend on them.
  ///
  /// - Parameters:
  ///   - block: The `#if`.
  ///   - items: What there is in a branch.
  init?(_ block: IfConfigDeclSyntax, items: (IfConfigClauseSyntax.Elements) -> [Conditional<Element>]) {
    let clauses = block.clauses.map { clause in
      Clause(condition: clause.condition?.trimmedDescription, items: clause.elements.map(items) ?? [])
    }
    guard clauses.contains(where: { !$0.items.isEmpty }) else { return nil }
    self = .oneOf(clauses)
  }
}

extension AttributeListSyntax {
  /// The `@available` attributes, each on a line of its own, with the conditions that stand around them.
  ///
  /// What a macro writes beside a declaration must not be available where the declaration isn't.
  var availability: Lines {
    lines { $0.attributeName.trimmedDescription == "available" }
  }

  /// The attributes that satisfy a predicate, each on lines of its own, with the conditions that stand around them.
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
