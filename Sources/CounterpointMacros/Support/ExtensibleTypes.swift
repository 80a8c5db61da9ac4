import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

extension MacroExpansionContext {
  /// Returns whether a macro can extend a type; reports why it can't.
  ///
  /// - Parameters:
  ///   - declaration: The type.
  ///   - attribute: The macro's attribute.
  func canExtend(_ declaration: some DeclGroupSyntax, attribute: AttributeSyntax) -> Bool {
    // Both are reported.
    let isNoncopyable = diagnoseSuppression(declaration, attribute: attribute)
    return !diagnosePrivateType(declaration, attribute: attribute) && !isNoncopyable
  }

  /// Reports that a type, or a generic parameter of it, is not `Copyable` or not `Escapable`.
  ///
  /// The compiler reports a type in the expansion only, and crashes because of a parameter.
  private func diagnoseSuppression(_ declaration: some DeclGroupSyntax, attribute: AttributeSyntax) -> Bool {
    let own = declaration.inheritanceClause?.suppression ?? declaration.suppressionInGenerics
    guard let suppression = own ?? lexicalContext.lazy.compactMap(\.suppressionInGenerics).first else { return false }
    let message = SuppressionMessage(macro: attribute.unqualifiedName, suppression: suppression.trimmedDescription)
    // The enclosing types in a context are copies without a place in the file.
    diagnose(Diagnostic(node: own.map(Syntax.init) ?? Syntax(attribute), message: message))
    return true
  }

  /// Reports that a macro can't extend a type, because the type or one around it is private in another type.
  ///
  /// The extension is at file scope. The compiler reports the error only in the expansion.
  ///
  /// - Parameters:
  ///   - declaration: The type.
  ///   - attribute: The macro's attribute.
  /// - Returns: Whether there is an error.
  private func diagnosePrivateType(_ declaration: some DeclGroupSyntax, attribute: AttributeSyntax) -> Bool {
    let types = [Syntax(declaration)] + lexicalContext
    for (type, outer) in zip(types, types.dropFirst()) {
      guard outer.asProtocol((any DeclGroupSyntax).self) != nil,
        let modifier = type.asProtocol((any DeclGroupSyntax).self)?.modifiers.first(where: {
          $0.name.tokenKind == .keyword(.private)
        })
      else { continue }
      let isOwn = type.id == Syntax(declaration).id
      let message = PrivateTypeMessage(
        macro: attribute.unqualifiedName,
        type: type.asProtocol((any NamedDeclSyntax).self)?.name.text ?? ""
      )
      // The enclosing types in a context are copies without a place in the file.
      let node = isOwn ? Syntax(modifier) : Syntax(attribute)
      diagnose(Diagnostic(node: node, message: message, fixIts: isOwn ? [modifier.makingFileprivate] : []))
      return true
    }
    return false
  }
}

extension SyntaxProtocol {
  /// The first `~Copyable` or `~Escapable`.
  fileprivate var suppression: SuppressedTypeSyntax? {
    tokens(viewMode: .sourceAccurate).lazy
      .compactMap { $0.parent?.as(SuppressedTypeSyntax.self) }
      .first { !Set(["Copyable", "Escapable"]).isDisjoint(with: $0.type.unqualifiedNames) }
  }

  /// The first `~Copyable` or `~Escapable` of a generic parameter.
  fileprivate var suppressionInGenerics: SuppressedTypeSyntax? {
    let type = asProtocol((any WithGenericParametersSyntax).self)
    return type?.genericParameterClause?.suppression ?? type?.genericWhereClause?.suppression
  }
}

extension DeclModifierSyntax {
  /// A fix-it that replaces the modifier with `fileprivate`.
  fileprivate var makingFileprivate: FixIt {
    FixIt(
      message: FixItText("Replace 'private' with 'fileprivate'", domain: "Counterpoint", id: "makeFileprivate"),
      changes: [
        .replace(oldNode: Syntax(self), newNode: Syntax(with(\.name.tokenKind, .keyword(.fileprivate))))
      ]
    )
  }
}

/// The error about a type that an extension at file scope can't name.
private struct PrivateTypeMessage: DiagnosticMessage {
  let macro: String
  let type: String

  var message: String {
    "'@\(macro)' extends the type at file scope, where '\(type)' is not visible; make '\(type)' fileprivate"
  }

  var diagnosticID: MessageID { MessageID(domain: "Counterpoint", id: "privateType") }
  var severity: DiagnosticSeverity { .error }
}

/// The error about a type that is not copyable.
private struct SuppressionMessage: DiagnosticMessage {
  let macro: String
  let suppression: String

  var message: String { "'@\(macro)' needs a type that is 'Copyable' and 'Escapable', and not '\(suppression)'" }

  var diagnosticID: MessageID { MessageID(domain: "Counterpoint", id: "suppression") }
  var severity: DiagnosticSeverity { .error }
}
