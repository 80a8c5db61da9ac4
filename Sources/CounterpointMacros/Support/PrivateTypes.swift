import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

extension MacroExpansionContext {
  /// Reports that a macro can't extend a type, because the type or one around it is private in another type.
  ///
  /// The extension is at file scope. The compiler reports the error only in the expansion.
  ///
  /// - Parameters:
  ///   - declaration: The type.
  ///   - attribute: The macro's attribute.
  /// - Returns: Whether there is an error.
  func diagnosePrivateType(_ declaration: some DeclGroupSyntax, attribute: AttributeSyntax) -> Bool {
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
