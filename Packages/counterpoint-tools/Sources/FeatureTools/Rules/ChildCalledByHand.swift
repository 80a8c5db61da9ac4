import SwiftSyntax

/// Finds children whose reducers are called by their parents.
struct ChildCalledByHand: Rule {
  let name = "child-called-by-hand"
  let summary = "A reducer calls the reducer of a child"

  func findings(in package: SourcePackage) -> [Finding] {
    package.files.flatMap { file -> [Finding] in
      let known = package.reducers(of: file)
      guard !known.isEmpty, file.contains("reduce(into:") else { return [] }
      return nodes(of: FunctionCallExprSyntax.self, in: file.tree).compactMap { call in
        guard let child = child(of: call), enclosingReducer(of: call, known: known) != nil else { return nil }
        return finding(
          in: file,
          at: call,
          "Effects that '\(child)' returns here belong to the parent: an action of the child does not cancel them, and "
            + "neither does its removal.",
          fix: "Send the child's action, as in '.send(.child(.start))', so that the operator of the child runs it."
        )
      }
    }
  }

  /// Returns the name of the type in `Child().reduce(into: &state.child, action: .start)`.
  private func child(of call: FunctionCallExprSyntax) -> String? {
    guard call.arguments.map({ $0.label?.text }) == ["into", "action"],
      let access = call.calledExpression.as(MemberAccessExprSyntax.self), access.declName.baseName.text == "reduce",
      let made = access.base?.as(FunctionCallExprSyntax.self)
    else { return nil }
    let name = made.calledExpression.trimmedDescription
    return name.first?.isUppercase == true ? name : nil
  }
}
