import SwiftSyntax

/// Finds tests that assert steps, but stop asserting everything without a reason.
///
/// A test that asserts no step checks the end of a path through many features. It needs no reason.
struct UnexplainedOff: Rule {
  let name = "unexplained-off"
  let summary = "A test that asserts steps turns exhaustivity off without a comment"

  func findings(in package: SourcePackage) -> [Finding] {
    package.files.filter(\.target.isTest).flatMap { file -> [Finding] in
      guard file.contains(".off") else { return [] }
      return nodes(of: MemberAccessExprSyntax.self, in: file.tree).compactMap { access in
        guard access.declName.baseName.text == "off", access.caseName != nil, isExhaustivity(access),
          let function = access.ancestor(FunctionDeclSyntax.self), assertsSteps(function),
          let statement = access.ancestor(CodeBlockItemSyntax.self), !hasComment(statement)
        else { return nil }
        return finding(
          in: file,
          at: access,
          "The test asserts steps, and '.off' hides the other changes and actions.",
          fix: "Assert them, or write the reason in a comment above."
        )
      }
    }
  }

  /// Whether an expression is assigned to `exhaustivity`, or is an argument for it.
  private func isExhaustivity(_ access: MemberAccessExprSyntax) -> Bool {
    var node = Syntax(access)
    if let call = node.parent?.as(FunctionCallExprSyntax.self), call.calledExpression.id == access.id {
      node = Syntax(call)
    }
    if let argument = node.parent?.as(LabeledExprSyntax.self) {
      return argument.label?.text == "exhaustivity"
        || argument.ancestor(FunctionCallExprSyntax.self)?.calledName == "withExhaustivity"
    }
    guard let elements = node.parent?.as(ExprListSyntax.self) else { return false }
    return elements.first?.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "exhaustivity"
  }

  /// Whether a function asserts the state after a step.
  private func assertsSteps(_ function: FunctionDeclSyntax) -> Bool {
    nodes(of: FunctionCallExprSyntax.self, in: function).contains { call in
      ["send", "receive"].contains(call.calledName) && call.base != nil && call.trailingClosure != nil
    }
  }

  /// Whether a comment is above a statement or at its end.
  private func hasComment(_ statement: CodeBlockItemSyntax) -> Bool {
    let above = statement.firstToken(viewMode: .sourceAccurate)?.commentsBefore.filter { !$0.isAtEndOfLine } ?? []
    let next = statement.lastToken(viewMode: .sourceAccurate)?.nextToken(viewMode: .sourceAccurate)
    let atEnd = next?.commentsBefore.filter(\.isAtEndOfLine) ?? []
    return (above + atEnd).contains { !$0.text.contains(ignoreMarker) }
  }
}
