import SwiftDiagnostics
import SwiftSyntax

/// Finds reducers in the closures of `onChange(of:)`, which must return an effect.
///
/// The macro reports them, because an unavailable overload of `onChange` would worsen the compiler's diagnostics.
/// With two candidates, the compiler reports an error in such a closure for the wrong one.
final class ReducerInOnChangeFinder: SyntaxVisitor {
  private(set) var diagnostics: [Diagnostic] = []

  /// The reducers that are likely in such a closure.
  private static let reducers: Set<String> = ["CombineReducers", "EmptyReducer", "Reduce", "Scope"]

  // Post-order, because the first operator of a chain is the innermost call.
  override func visitPost(_ node: FunctionCallExprSyntax) {
    guard node.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "onChange",
      let closure = node.trailingClosure ?? node.arguments.last?.expression.as(ClosureExprSyntax.self)
    else { return }
    for statement in closure.statements {
      guard let call = statement.item.result?.callAtTheStart,
        let name = call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName, Self.reducers.contains(name.text)
      else { continue }
      diagnostics.append(Diagnostic(node: name, message: ReducerMessage.reducerInOnChange(name.text)))
    }
  }
}

extension CodeBlockItemSyntax.Item {
  /// The expression of the item, or the one that it returns.
  fileprivate var result: ExprSyntax? {
    switch self {
    case .expr(let expression): expression
    case .stmt(let statement): statement.as(ReturnStmtSyntax.self)?.expression
    case .decl: nil
    }
  }
}

extension ExprSyntax {
  /// The first call in a chain of operators: `Reduce { … }` in `Reduce { … }.ifLet(…) { … }`.
  fileprivate var callAtTheStart: FunctionCallExprSyntax? {
    guard let call = self.as(FunctionCallExprSyntax.self) else { return nil }
    guard let member = call.calledExpression.as(MemberAccessExprSyntax.self) else { return call }
    return member.base?.callAtTheStart
  }
}
