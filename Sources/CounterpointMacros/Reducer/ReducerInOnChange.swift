import SwiftDiagnostics
import SwiftSyntax

/// Finds the reducers in the closures of `onChange(of:)`, which return an effect.
///
/// The macro reports them because an unavailable `onChange` for reducers would spoil the compiler's messages: with two candidates,
/// the compiler reports a mistake in such a closure for the wrong one.
final class ReducerInOnChangeFinder: SyntaxVisitor {
  private(set) var diagnostics: [Diagnostic] = []

  /// The reducers that a closure is likely to make.
  private static let reducers: Set<String> = ["CombineReducers", "EmptyReducer", "Reduce", "Scope"]

  // Behind the children: the first operator of a chain is the innermost call.
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
  /// The expression that the item is, or that it returns.
  fileprivate var result: ExprSyntax? {
    switch self {
    case .expr(let expression): expression
    case .stmt(let statement): statement.as(ReturnStmtSyntax.self)?.expression
    case .decl: nil
    }
  }
}

extension ExprSyntax {
  /// The call that a chain of operators begins with: `Reduce { … }` in `Reduce { … }.ifLet(…) { … }`.
  fileprivate var callAtTheStart: FunctionCallExprSyntax? {
    guard let call = self.as(FunctionCallExprSyntax.self) else { return nil }
    guard let member = call.calledExpression.as(MemberAccessExprSyntax.self) else { return call }
    return member.base?.callAtTheStart
  }
}
