import SwiftSyntax

extension AttributeListSyntax {
  /// The attributes with one of these names, also those inside `#if`. Modules in front of a name don't count.
  func named(_ names: Set<String>) -> [AttributeSyntax] {
    flatMap { element -> [AttributeSyntax] in
      switch element {
      case .attribute(let attribute):
        return names.contains(attribute.unqualifiedName) ? [attribute] : []
      case .ifConfigDecl(let block):
        return block.clauses.flatMap { clause -> [AttributeSyntax] in
          guard case .attributes(let attributes) = clause.elements else { return [] }
          return attributes.named(names)
        }
      }
    }
  }

  /// The first attribute of this name, maybe inside `#if`.
  func first(named name: String) -> AttributeSyntax? {
    named([name]).first
  }

  /// Whether there is an attribute with one of these names, maybe inside `#if`.
  func contains(_ names: Set<String>) -> Bool {
    !named(names).isEmpty
  }

  /// The attributes that stand under no condition.
  var unconditional: [AttributeSyntax] {
    compactMap { $0.as(AttributeSyntax.self) }
  }
}

extension AttributeSyntax {
  /// `Endpoint` for `@Module.Endpoint`.
  var unqualifiedName: String { attributeName.unqualifiedNames.first ?? attributeName.trimmedDescription }
}
