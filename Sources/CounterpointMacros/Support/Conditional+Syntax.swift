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
    render(Self.availability(in: self)) { [$0.trimmedDescription] }.flatMap { $0 }
  }

  private static func availability(in attributes: AttributeListSyntax) -> [Conditional<AttributeSyntax>] {
    attributes.compactMap { element in
      switch element {
      case .attribute(let attribute):
        attribute.attributeName.trimmedDescription == "available" ? .always(attribute) : nil
      case .ifConfigDecl(let block):
        Conditional(block) { elements in
          if case .attributes(let attributes) = elements { availability(in: attributes) } else { [] }
        }
      }
    }
  }
}
