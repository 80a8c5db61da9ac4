import SwiftSyntax

/// Finds effects that read or capture the whole state.
struct CapturedState: Rule {
  let name = "captured-state"
  let summary = "An effect captures 'state' instead of the values that it needs"

  func findings(in package: SourcePackage) -> [Finding] {
    package.files.flatMap { file -> [Finding] in
      EffectCall.all(in: file).flatMap { findings(in: file, $0) }
    }
  }

  private func findings(in file: SourceFile, _ effect: EffectCall) -> [Finding] {
    if let capture = effect.operation.captures.first(where: { $0.value == "state" }) {
      return [
        finding(
          in: file,
          at: capture.node,
          "The effect captures the whole state, which it copies, and which may change before the effect reads it.",
          fix: "Capture the values that it needs: \(advice(reads(of: capture.name, in: effect.operation)))."
        )
      ]
    }
    let reads = reads(of: "state", in: effect.operation)
    guard let first = reads.first, !effect.operation.captures.contains(where: { $0.name == "state" }) else { return [] }
    return [
      finding(
        in: file,
        at: first,
        "The effect reads 'state' after the reducer has returned.",
        fix: "Capture the values that it needs before: \(advice(reads))."
      )
    ]
  }

  /// Returns the references to a variable in a closure, without those that refer to another one inside.
  private func reads(of name: String, in operation: ClosureExprSyntax) -> [DeclReferenceExprSyntax] {
    nodes(of: DeclReferenceExprSyntax.self, in: operation.statements).filter { reference in
      guard reference.baseName.text == name else { return false }
      if let access = reference.parent?.as(MemberAccessExprSyntax.self), access.declName.id == reference.id {
        return false
      }
      return !reference.ancestors.prefix { $0.id != operation.id }.contains { isDeclaring(name, $0, for: reference) }
    }
  }

  /// Whether a closure, a function, a statement or a block declares a name for a reference in it. In doubt it does.
  private func isDeclaring(_ name: String, _ node: Syntax, for reference: DeclReferenceExprSyntax) -> Bool {
    if let closure = node.as(ClosureExprSyntax.self) {
      return closure.parameterNames.contains(name) || closure.captures.contains { $0.name == name }
    }
    if let function = node.as(FunctionDeclSyntax.self) {
      return function.signature.parameterClause.parameters.contains { ($0.secondName ?? $0.firstName).text == name }
    }
    func isBound(in part: some SyntaxProtocol) -> Bool {
      nodes(of: IdentifierPatternSyntax.self, in: part).contains { $0.identifier.text == name }
    }
    func isInside(_ part: some SyntaxProtocol) -> Bool {
      part.position <= reference.position && reference.endPosition <= part.endPosition
    }
    if let loop = node.as(ForStmtSyntax.self) { return isBound(in: loop.pattern) && !isInside(loop.sequence) }
    if let conditions = node.as(IfExprSyntax.self)?.conditions ?? node.as(WhileStmtSyntax.self)?.conditions {
      return conditions.contains { isBound(in: $0) && !isInside($0) }
    }
    if let label = node.as(SwitchCaseSyntax.self)?.label { return isBound(in: label) }
    if let clause = node.as(CatchClauseSyntax.self) { return isBound(in: clause.catchItems) }
    guard let block = node.as(CodeBlockItemListSyntax.self) else { return false }
    return block.contains { item in
      item.item.as(VariableDeclSyntax.self)?.bindings.contains { isBound(in: $0.pattern) } ?? false
        || item.item.as(GuardStmtSyntax.self).map { isBound(in: $0.conditions) } ?? false
    }
  }

  /// Returns a capture list for the fields that are read.
  private func advice(_ reads: [DeclReferenceExprSyntax]) -> String {
    var fields: [String] = []
    for read in reads {
      guard let access = read.parent?.as(MemberAccessExprSyntax.self) else { continue }
      let field = access.declName.baseName.text
      if !fields.contains(field) { fields.append(field) }
    }
    let captures = fields.isEmpty ? ["value = state.value"] : fields.map { "\($0) = state.\($0)" }
    return "'[\(captures.joined(separator: ", "))]'"
  }
}
