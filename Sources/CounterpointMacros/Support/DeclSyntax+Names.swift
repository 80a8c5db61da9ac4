import SwiftSyntax

extension DeclSyntax {
  /// The name of the type that is declared.
  var declaredTypeName: String? {
    if let alias = self.as(TypeAliasDeclSyntax.self) { return alias.name.text }
    return asProtocol((any DeclGroupSyntax).self) == nil ? nil : asProtocol((any NamedDeclSyntax).self)?.name.text
  }
}

extension DeclModifierListSyntax {
  /// Whether the declaration belongs to the type rather than to its values.
  var areStatic: Bool {
    contains { $0.name.tokenKind == .keyword(.static) }
  }
}
