import SwiftSyntax

/// Finds effects that discard their errors.
struct SwallowedError: Rule {
  let name = "swallowed-error"
  let summary = "An effect discards an error with 'try?', or with an empty handler"

  func findings(in package: SourcePackage) -> [Finding] {
    package.files.flatMap { file -> [Finding] in
      EffectCall.all(in: file).flatMap { effect -> [Finding] in
        discards(in: effect).map { node in
          finding(
            in: file,
            at: node,
            "The effect discards an error, so the feature never shows a failure.",
            fix: "Use 'try' with 'catch: { error, send in … }', and send an action that shows the failure."
          )
        }
      }
    }
  }

  private func discards(in effect: EffectCall) -> [Syntax] {
    var found: [Syntax] = nodes(of: TryExprSyntax.self, in: effect.operation.statements)
      .filter { $0.questionOrExclamationMark?.text == "?" && isStatement($0) && !isWaiting($0.expression) }
      .map { Syntax($0) }
    found += nodes(of: CatchClauseSyntax.self, in: effect.operation.statements)
      .filter { $0.catchItems.isEmpty && $0.body.statements.isEmpty }
      .map { Syntax($0) }
    if let handler = effect.errorHandler?.as(ClosureExprSyntax.self), handler.statements.isEmpty {
      found.append(Syntax(handler))
    }
    return found
  }

  /// Whether the value is unused: `try? f()` or `_ = try? f()`.
  private func isStatement(_ expression: TryExprSyntax) -> Bool {
    if expression.parent?.is(CodeBlockItemSyntax.self) == true { return true }
    guard let elements = expression.parent?.as(ExprListSyntax.self), elements.count == 3 else { return false }
    return elements.first?.is(DiscardAssignmentExprSyntax.self) == true
  }
}
