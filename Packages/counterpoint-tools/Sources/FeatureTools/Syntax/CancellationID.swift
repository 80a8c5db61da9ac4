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
