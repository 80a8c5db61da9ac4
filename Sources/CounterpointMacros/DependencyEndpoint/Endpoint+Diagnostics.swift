import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

// The errors in the default or the parameters of an endpoint. The expansion continues after them, so that the
// compiler reports no errors that merely follow from them.
extension Endpoint {
  /// The errors and warnings, each with its source location.
  var diagnostics: [Diagnostic] { defaultDiagnostics + methodDiagnostics }

  private var defaultDiagnostics: [Diagnostic] {
    guard let defaultValue else {
      guard needsDefault, let binding = declaration.bindings.first else { return [] }
      let fixIt = EndpointMessage.fixIt("Insert a default", id: "insertDefault")
      return [
        Diagnostic(
          node: binding,
          message: EndpointMessage.missingDefault(function.returnClause.type.trimmedDescription),
          fixIt: FixIt(
            message: fixIt,
            changes: [.replace(oldNode: Syntax(binding), newNode: Syntax(withDefault(binding)))]
          )
        )
      ]
    }
    guard let closure = defaultValue.as(ClosureExprSyntax.self) else {
      let message = EndpointMessage.notALiteral(name.unquoted)
      let error = Diagnostic(node: defaultValue, message: message, fixIts: replacements(of: defaultValue))
      guard defaultValue.isUnimplemented else { return [error] }
      return [Diagnostic(node: defaultValue, message: EndpointMessage.unimplemented), error]
    }
    guard let expression = closure.statements.onlyExpression, expression.stopsTheProgram else { return [] }
    return [
      Diagnostic(
        node: expression,
        message: EndpointMessage.stopsTheProgram,
        fixIts: replacements(of: defaultValue)
      )
    ]
  }

  private var methodDiagnostics: [Diagnostic] {
    if let methodArgument, methodName == nil {
      return [Diagnostic(node: methodArgument, message: EndpointMessage.methodName)]
    }
    guard hasMethod, let binding = declaration.bindings.first else { return [] }
    // At the name, because the compiler finds no place in the file for a node of a variadic parameter.
    return function.parameters.filter { $0.ellipsis != nil }.map { parameter in
      Diagnostic(node: binding.pattern, message: EndpointMessage.variadic(parameter.type.trimmedDescription))
    }
  }

  /// A closure that returns a placeholder, for example `{ _, _ in <#Int#> }`.
  private var placeholder: String {
    let type = function.returnClause.type
    let parts = [
      ignoringSignature,
      type.isVoid ? nil : "<#\(type.trimmedDescription)#>",
    ].compactMap { $0 }
    return parts.isEmpty ? "{}" : "{ \(parts.joined(separator: " ")) }"
  }

  private func withDefault(_ binding: PatternBindingSyntax) -> PatternBindingSyntax {
    var result = binding.with(\.trailingTrivia, [])
    result.initializer = InitializerClauseSyntax(
      equal: .equalToken(leadingTrivia: .space, trailingTrivia: .space),
      value: "\(raw: placeholder)" as ExprSyntax,
      trailingTrivia: binding.trailingTrivia
    )
    return result
  }

  /// The fix-its for an invalid default.
  private func replacements(of value: ExprSyntax) -> [FixIt] {
    [
      FixIt(
        message: EndpointMessage.fixIt("Replace it with '\(placeholder)'", id: "replaceDefault"),
        changes: [
          .replace(
            oldNode: Syntax(value),
            newNode: Syntax(("\(raw: placeholder)" as ExprSyntax).with(\.trailingTrivia, value.trailingTrivia))
          )
        ]
      )
    ]
  }
}
