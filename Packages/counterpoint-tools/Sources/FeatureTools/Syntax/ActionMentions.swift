import SwiftSyntax

/// The names of cases that a package handles and sends.
///
/// Names are compared without types, so an action passes for handled if another enum's case of its name is.
struct ActionMentions: Sendable {
  private(set) var handled: Set<String> = []
  private(set) var sent: Set<String> = []
  /// Whether code outside of reducers sends actions to a store.
  private(set) var hasSenders = false

  /// Adds the names in a file.
  mutating func insert(_ file: SourceFile) {
    // All in one walk, because this is the only one that visits each file.
    for expression in nodes(of: ExprSyntax.self, in: file.tree) {
      if let access = expression.as(MemberAccessExprSyntax.self) {
        insert(access)
      } else if let path = expression.as(KeyPathExprSyntax.self) {
        insert(path)
      } else if let call = expression.as(FunctionCallExprSyntax.self), call.calledName == "send",
        call.base?.trimmedDescription.first?.isUppercase == false
      {
        hasSenders = true
      }
    }
  }

  private mutating func insert(_ access: MemberAccessExprSyntax) {
    guard let name = access.caseName else { return }
    let isPattern = isPattern(access)
    if isPattern || isCompared(access) { handled.insert(name) }
    if !isPattern { sent.insert(name) }
  }

  /// Inserts the names in a key path: operators that handle a case take one, and operators that send it.
  private mutating func insert(_ path: KeyPathExprSyntax) {
    for component in path.components {
      guard let property = component.component.as(KeyPathPropertyComponentSyntax.self) else { continue }
      handled.insert(property.declName.baseName.text)
      sent.insert(property.declName.baseName.text)
    }
  }

  /// Whether an expression is a part of a pattern.
  private func isPattern(_ access: MemberAccessExprSyntax) -> Bool {
    access.ancestors.prefix { !$0.is(CodeBlockItemSyntax.self) && !$0.is(WhereClauseSyntax.self) }
      .contains { $0.is(ExpressionPatternSyntax.self) }
  }

  /// Whether an expression is an operand of a comparison.
  private func isCompared(_ access: MemberAccessExprSyntax) -> Bool {
    guard let elements = access.parent?.as(ExprListSyntax.self) else { return false }
    return elements.contains { ["==", "!=", "~="].contains($0.trimmedDescription) }
  }
}
