import SwiftSyntax

/// Returns the text by which cancellation ids are compared; `nil` for a variable, whose value is unknown.
func keyOfID(_ id: ExprSyntax) -> String? {
  if let access = id.as(MemberAccessExprSyntax.self) {
    let name = access.declName.baseName.text
    return name == "self"
      ? access.base?.trimmedDescription.split(separator: ".").last.map(String.init) : access.caseName
  }
  if let call = id.as(FunctionCallExprSyntax.self) {
    // A wrapper such as `AnyHashableSendable(CancelID.timer)`, or a case with values.
    if let name = call.calledName, name.first?.isUppercase == true, call.arguments.count == 1 {
      return call.arguments.first.flatMap { keyOfID($0.expression) }
    }
    return call.calledExpression.as(MemberAccessExprSyntax.self)?.caseName
  }
  return id.is(StringLiteralExprSyntax.self) || id.is(IntegerLiteralExprSyntax.self) ? id.trimmedDescription : nil
}

/// Returns whether a call is `.cancel(id:)`, `Effect.cancel(id:)` or `Task.cancel(id:)`, and not a function of the
/// program.
func isLibraryCancellation(_ call: FunctionCallExprSyntax) -> Bool {
  guard call.calledName == "cancel", let access = call.calledExpression.as(MemberAccessExprSyntax.self) else {
    return false
  }
  guard let base = access.base?.trimmedDescription else { return true }
  return base == "Effect" || base == "Task" || base.hasPrefix("Effect<") || base.hasPrefix("Task<")
}
