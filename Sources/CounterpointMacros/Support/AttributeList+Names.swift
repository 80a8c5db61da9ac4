import SwiftSyntax

extension AttributeListSyntax {
  /// The attributes that stand under no condition.
  var unconditional: [AttributeSyntax] {
    compactMap { $0.as(AttributeSyntax.self) }
  }

  /// The attribute of this name, with its module in front or without.
  func first(named name: String) -> AttributeSyntax? {
    unconditional.first { $0.unqualifiedName == name }
  }
}

extension AttributeSyntax {
  /// `Endpoint` for `@Module.Endpoint`.
  var unqualifiedName: String {
    attributeName.as(MemberTypeSyntax.self)?.name.text ?? attributeName.trimmedDescription
  }
}
