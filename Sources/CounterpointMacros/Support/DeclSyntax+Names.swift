import SwiftSyntax

extension DeclSyntax {
  /// The name of the declared type.
  var declaredTypeName: String? {
    if let alias = self.as(TypeAliasDeclSyntax.self) { return alias.name.text }
    return asProtocol((any DeclGroupSyntax).self) == nil ? nil : asProtocol((any NamedDeclSyntax).self)?.name.text
  }
}

extension DeclModifierListSyntax {
  /// Whether the declaration is a static member.
  var areStatic: Bool {
    contains { $0.name.tokenKind == .keyword(.static) }
  }
}
