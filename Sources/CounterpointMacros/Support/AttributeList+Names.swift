import SwiftSyntax

extension AttributeListSyntax {
  /// Returns the attributes with one of these names, including those inside `#if`. Module qualifiers are ignored.
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

  /// Returns the first attribute with this name, including those inside `#if`.
  func first(named name: String) -> AttributeSyntax? {
    named([name]).first
  }

  /// Returns whether there is an attribute with one of these names, including those inside `#if`.
  func contains(_ names: Set<String>) -> Bool {
    !named(names).isEmpty
  }

  /// The attributes outside of `#if`.
  var unconditional: [AttributeSyntax] {
    compactMap { $0.as(AttributeSyntax.self) }
  }
}

extension AttributeSyntax {
  /// `Endpoint` for `@Module.Endpoint`.
  var unqualifiedName: String { attributeName.unqualifiedNames.first ?? attributeName.trimmedDescription }
}
