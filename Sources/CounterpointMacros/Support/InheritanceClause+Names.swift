import SwiftSyntax

extension DeclGroupSyntax {
  /// The names of the types that the declaration says it inherits from or conforms to, without the modules in front.
  var inheritedNames: Set<String> {
    Set(inheritanceClause?.inheritedTypes.flatMap { $0.type.unqualifiedNames } ?? [])
  }
}

extension TypeSyntax {
  /// `Sendable` for `Swift.Sendable`; both names for `A & B`; what an attribute like `@retroactive` stands before.
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
