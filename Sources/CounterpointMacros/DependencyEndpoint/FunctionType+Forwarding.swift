import SwiftSyntax

// The arguments with which a method forwards its call.

extension TupleTypeElementSyntax {
  /// The label in `(_ label: Int)`: the method has it, the closure hasn't.
  var label: String? { secondName?.text }

  /// Returns the argument that forwards the parameter with this name.
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
  /// Whether it can throw an error, which is not the case for `throws(Never)`.
  var canThrow: Bool {
    !["Never", "Swift.Never"].contains(type?.trimmedDescription)
  }
}

extension DeclSyntaxProtocol {
  /// The lines of the documentation comment of the declaration, in either style (`///` or `/** */`).
  var documentation: Lines {
    leadingTrivia.flatMap { piece -> Lines in
      switch piece {
      case .docLineComment(let text): [text]
      case .docBlockComment(let text): text.linesWithoutCommonIndentation
      default: []
      }
    }
  }
}
