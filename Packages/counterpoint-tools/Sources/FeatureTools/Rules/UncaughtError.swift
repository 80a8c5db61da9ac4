import SwiftSyntax

/// Finds effects whose errors reach no action. The library reports them as issues, and the feature continues as if
/// the effect still ran.
struct UncaughtError: Rule {
  let name = "uncaught-error"
  let summary = "An effect can throw, and has no 'catch:'"

  func findings(in package: SourcePackage) -> [Finding] {
    package.sources.flatMap { file -> [Finding] in
      EffectCall.all(in: file).filter { $0.errorHandler == nil }.compactMap { effect -> Finding? in
        guard let thrown = throwingNode(in: effect.operation) else { return nil }
        return finding(
          in: file,
          at: thrown,
          "An error here ends the effect, and the feature isn't notified.",
          fix: "Add 'catch: { error, send in … }' to the effect, and send an action that shows the failure."
        )
      }
    }
  }

  /// Returns the first node that can throw anything but a cancellation.
  private func throwingNode(in operation: ClosureExprSyntax) -> Syntax? {
    let marks = nodes(of: TryExprSyntax.self, in: operation.statements)
      .filter { $0.questionOrExclamationMark == nil && !isWaiting($0.expression) }
      .map { Syntax($0) }
    let loops = nodes(of: ForStmtSyntax.self, in: operation.statements)
      .filter { $0.tryKeyword != nil }
      .map { Syntax($0) }
    return (marks + loops).filter { !isCaught($0, in: operation) }.min { $0.position < $1.position }
  }

  /// Whether a `do` catches all errors of a node, or another closure has them.
  private func isCaught(_ node: Syntax, in operation: ClosureExprSyntax) -> Bool {
    node.ancestors.prefix { $0.id != operation.id }.contains { ancestor in
      if ancestor.is(ClosureExprSyntax.self) || ancestor.is(FunctionDeclSyntax.self) { return true }
      guard let statement = ancestor.as(DoStmtSyntax.self), node.isInside(statement.body) else { return false }
      return statement.catchClauses.contains { clause in
        clause.catchItems.allSatisfy { $0.pattern?.is(ValueBindingPatternSyntax.self) == true && $0.whereClause == nil }
      }
    }
  }
}

/// Whether an expression only waits, so that it throws only when its task is canceled.
func isWaiting(_ expression: ExprSyntax) -> Bool {
  let inner = expression.as(AwaitExprSyntax.self)?.expression ?? expression
  guard let call = inner.as(FunctionCallExprSyntax.self), let name = call.calledName else { return false }
  return ["sleep", "checkCancellation", "never"].contains(name)
}
