import SwiftSyntax

extension DeclGroupSyntax {
  /// The names in the inheritance clause of the declaration, without module qualifiers.
  var inheritedNames: Set<String> {
    Set(inheritanceClause?.inheritedTypes.flatMap { $0.type.unqualifiedNames } ?? [])
  }
}

extension TypeSyntax {
  /// The unqualified names: `Sendable` for `Swift.Sendable`, both names of `A & B`, without attributes such as
  /// `@retroactive`.
  var unqualifiedNames: [String] {
    if let type = self.as(IdentifierTypeSyntax.self) {
      [type.name.text]
    } else if let type = self.as(MemberTypeSyntax.self) {
      [type.name.text]
    } else if let type = self.as(AttributedTypeSyntax.self) {
      type.baseType.unqualifiedNames
    } else if let type = self.as(CompositionTypeSyntax.self) {
      type.elements.flatMap { $0.type.unqualifiedNames }
    } else {
      []
    }
  }
}
