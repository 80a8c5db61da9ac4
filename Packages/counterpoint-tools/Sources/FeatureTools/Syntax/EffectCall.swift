import SwiftSyntax

/// A call of `.run` that starts an effect.
struct EffectCall {
  let call: FunctionCallExprSyntax
  /// The closure that the effect runs.
  let operation: ClosureExprSyntax
  /// The closure that handles its error; `nil` if there is none.
  let errorHandler: ExprSyntax?

  init?(_ call: FunctionCallExprSyntax) {
    guard call.calledName == "run", let access = call.calledExpression.as(MemberAccessExprSyntax.self),
      access.base.map({ $0.trimmedDescription.hasPrefix("Effect") }) ?? true,
      let operation = call.trailingClosure ?? call.argument("operation")?.as(ClosureExprSyntax.self)
    else { return nil }
    self.call = call
    self.operation = operation
    errorHandler =
      call.additionalTrailingClosures.first { $0.label.text == "catch" }.map { ExprSyntax($0.closure) }
      ?? call.argument("catch")
  }

  /// Returns the effects of a file.
  static func all(in file: SourceFile) -> [EffectCall] {
    file.contains(".run") ? nodes(of: FunctionCallExprSyntax.self, in: file.tree).compactMap(EffectCall.init) : []
  }
}

extension ClosureExprSyntax {
  /// The names of the closure's parameters.
  var parameterNames: [String] {
    switch signature?.parameterClause {
    case .simpleInput(let parameters): parameters.map(\.name.text)
    case .parameterClause(let clause): clause.parameters.map { ($0.secondName ?? $0.firstName).text }
    case nil: []
    }
  }

  /// The names of the capture list with the captured expressions.
  var captures: [(name: String, value: String, node: ClosureCaptureSyntax)] {
    // Parsed from the text, because the declaration of this node differs between releases of swift-syntax.
    (signature?.capture?.items ?? []).map { item in
      var text = item.trimmedDescription
      if text.hasSuffix(",") { text.removeLast() }
      let parts = text.split(separator: "=", maxSplits: 1).map { part in
        String(part.split(separator: " ").joined(separator: " "))
      }
      let name = parts[0].split(separator: " ").last.map(String.init) ?? ""
      return (name, parts.count > 1 ? parts[1] : name, item)
    }
  }
}
