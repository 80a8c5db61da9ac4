import SwiftSyntax

// How a method hands on what it was called with.

extension TupleTypeElementSyntax {
  /// The label in `(_ label: Int)`: closures are called without, methods with it.
  var label: String? { secondName?.text }

  /// The argument that passes on the parameter of this name.
  func argument(named name: String) -> String {
    guard let type = type.as(AttributedTypeSyntax.self) else { return name }
    let specifiers = type.specifiers.compactMap { $0.as(SimpleTypeSpecifierSyntax.self)?.specifier.tokenKind }
    if specifiers.contains(.keyword(.inout)) { return "&\(name)" }
    guard type.attributes.contains(["autoclosure"]) else { return name }
    let effects = type.baseType.function?.effectSpecifiers
    let prefix =
      (effects?.throwsClause?.canThrow == true ? "try " : "") + (effects?.asyncSpecifier != nil ? "await " : "")
    return "\(prefix)\(name)()"
  }
}

extension ThrowsClauseSyntax {
  /// `throws(Never)` can't.
  var canThrow: Bool {
    !["Never", "Swift.Never"].contains(type?.trimmedDescription)
  }
}

extension DeclSyntaxProtocol {
  /// The lines of the documentation comment in front of the declaration.
  var documentation: Lines {
    leadingTrivia.compactMap { piece in
      if case .docLineComment(let text) = piece { text } else { nil }
    }
  }
}
