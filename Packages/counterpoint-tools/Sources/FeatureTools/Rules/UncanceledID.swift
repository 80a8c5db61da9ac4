import SwiftSyntax

/// Finds effects whose id has no use, because no code cancels it.
struct UncanceledID: Rule {
  let name = "uncanceled-id"
  let summary = "No code cancels the id of 'cancellable(id:)'"

  func findings(in package: SourcePackage) -> [Finding] {
    let canceled = Set(
      package.files.flatMap { file -> [String] in
        guard file.contains("cancel(id:") else { return [] }
        return nodes(of: FunctionCallExprSyntax.self, in: file.tree)
          .filter { $0.calledName == "cancel" }
          .compactMap { $0.argument("id").flatMap { key(of: $0) } }
      }
    )
    return package.files.flatMap { file -> [Finding] in
      guard file.contains("cancellable(") else { return [] }
      return nodes(of: FunctionCallExprSyntax.self, in: file.tree).compactMap { call in
        guard call.calledName == "cancellable", let id = call.argument("id"), let key = key(of: id),
          call.argument("cancelInFlight").map({ $0.trimmedDescription == "false" }) ?? true,
          !canceled.contains(key)
        else { return nil }
        return finding(
          in: file,
          at: id,
          "No code cancels '\(id.trimmedDescription)'.",
          fix: "Return '.cancel(id: \(id.trimmedDescription))' where the effect must end, add 'cancelInFlight: true', "
            + "or remove 'cancellable'."
        )
      }
    }
  }

  /// The text by which ids are compared; `nil` for a variable, whose value is unknown.
  private func key(of id: ExprSyntax) -> String? {
    if let access = id.as(MemberAccessExprSyntax.self) {
      let name = access.declName.baseName.text
      return name == "self"
        ? access.base?.trimmedDescription.split(separator: ".").last.map(String.init) : access.caseName
    }
    if let call = id.as(FunctionCallExprSyntax.self) {
      // A wrapper such as `AnyHashableSendable(CancelID.timer)`, or a case with values.
      if let name = call.calledName, name.first?.isUppercase == true, call.arguments.count == 1 {
        return call.arguments.first.flatMap { key(of: $0.expression) }
      }
      return call.calledExpression.as(MemberAccessExprSyntax.self)?.caseName
    }
    return id.is(StringLiteralExprSyntax.self) || id.is(IntegerLiteralExprSyntax.self) ? id.trimmedDescription : nil
  }
}
