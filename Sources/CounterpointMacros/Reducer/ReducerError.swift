import SwiftDiagnostics
import SwiftSyntax

/// Why there can be no reducer, with all the places that are to blame.
struct ReducerError: Error {
  /// At least one.
  let diagnostics: [Diagnostic]
}

extension ReducerError {
  /// A reducer is a value: a class would have a state beside the state.
  static func neitherStructNorEnum(_ declaration: some DeclGroupSyntax) -> ReducerError {
    let type = declaration.asProtocol((any NamedDeclSyntax).self)?.name.text
    let extended = declaration.as(ExtensionDeclSyntax.self)?.extendedType.trimmedDescription
    let message = ReducerMessage.neitherStructNorEnum(
      keyword: declaration.introducer.text,
      name: type ?? extended ?? "_"
    )
    return ReducerError(diagnostics: [Diagnostic(node: declaration.introducer, message: message)])
  }

  /// The attribute says nothing but that this is a reducer.
  static func arguments(_ arguments: LabeledExprListSyntax, _ attribute: AttributeSyntax) -> ReducerError {
    var bare = attribute
    bare.leftParen = nil
    bare.arguments = nil
    bare.rightParen = nil
    bare.trailingTrivia = attribute.trailingTrivia
    let fixIt = FixIt(
      message: ReducerFixIt.removeArguments,
      changes: [.replace(oldNode: Syntax(attribute), newNode: Syntax(bare))]
    )
    return ReducerError(
      diagnostics: [Diagnostic(node: arguments, message: ReducerMessage.arguments, fixIt: fixIt)]
    )
  }

  /// `\.name` can name one case only.
  static func overloaded(_ cases: [EnumCase]) -> ReducerError {
    ReducerError(
      diagnostics: cases.map { Diagnostic(node: $0.name, message: ReducerMessage.overloadedCase($0.identifier)) }
    )
  }
}

extension Diagnostic {
  /// A method where a `body` could be.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - canBeBody: Whether there is no `body` yet, so that the method can be rewritten into one.
  static func reduceMethod(_ method: ReduceMethod, canBeBody: Bool) -> Diagnostic {
    let body = canBeBody ? method.body : nil
    let fixIts = body.map { body in
      FixIt(
        message: ReducerFixIt.rewriteAsBody,
        changes: [
          .replace(
            oldNode: Syntax(method.declaration),
            newNode: Syntax(
              body.with(\.leadingTrivia, method.declaration.leadingTrivia)
                .with(\.trailingTrivia, method.declaration.trailingTrivia)
            )
          )
        ]
      )
    }
    return Diagnostic(
      node: method.declaration.name,
      message: ReducerMessage.reduceMethod,
      fixIts: fixIts.map { [$0] } ?? []
    )
  }
}
