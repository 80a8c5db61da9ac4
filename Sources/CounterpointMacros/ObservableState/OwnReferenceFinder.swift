import SwiftSyntax

/// Finds the references to a property in its own observers, as `count` or `self.count`.
///
/// Nested closures, functions and accessors are excluded: in these, Swift accesses the property and runs the observers
/// again. Local variables, also implicit ones such as `oldValue`, members of other values, labels and components of key
/// paths are excluded too.
final class OwnReferenceFinder: SyntaxVisitor {
  private let name: String
  private var isInObservers = false
  private(set) var references: [TokenSyntax] = []

  /// - Parameter name: The name of the property without backticks.
  init(_ name: String) {
    self.name = name
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    guard node.baseName.unquoted == name, node.argumentNames == nil, !node.isCalledWithLabels else {
      return .skipChildren
    }
    if let access = node.parent?.as(MemberAccessExprSyntax.self), access.declName.id == node.id {
      let base = access.base?.as(DeclReferenceExprSyntax.self)
      guard base?.baseName.tokenKind == .keyword(.self) else { return .skipChildren }
    } else if Syntax(node).isInScope(ofLocal: name) {
      return .skipChildren
    }
    references.append(node.baseName)
    return .skipChildren
  }

  /// The first accessors are the observers, and those inside them belong to local variables.
  override func visit(_ node: AccessorBlockSyntax) -> SyntaxVisitorContinueKind {
    defer { isInObservers = true }
    return isInObservers ? .skipChildren : .visitChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: KeyPathExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}

extension DeclReferenceExprSyntax {
  /// Whether this is the name of a function in a call with labels, which a closure in a property doesn't have.
  fileprivate var isCalledWithLabels: Bool {
    let callee = parent?.is(MemberAccessExprSyntax.self) == true ? parent : Syntax(self)
    guard let callee, let call = callee.parent?.as(FunctionCallExprSyntax.self), call.calledExpression.id == callee.id
    else { return false }
    return call.arguments.contains { $0.label != nil }
  }
}

extension Syntax {
  /// Returns whether a local variable or parameter with this name shadows the members of the type here.
  fileprivate func isInScope(ofLocal name: String) -> Bool {
    guard let parent else { return false }
    if let accessor = parent.as(AccessorDeclSyntax.self) {
      return accessor.parameterName == name
    }
    return parent.declares(name, for: self) || parent.isInScope(ofLocal: name)
  }

  /// Returns whether the node declares a local name for one of its children.
  private func declares(_ name: String, for child: Syntax) -> Bool {
    if let items = self.as(CodeBlockItemListSyntax.self) {
      return items.prefix { $0.id != child.id }.contains { $0.item.declaresLocal(name) }
        || items.contains { $0.item.as(FunctionDeclSyntax.self)?.name.unquoted == name }
    }
    if let conditions = self.as(ConditionElementListSyntax.self) {
      return conditions.prefix { $0.id != child.id }.contains { Syntax($0).binds(name) }
    }
    if let statement = self.as(IfExprSyntax.self) {
      return statement.body.id == child.id && Syntax(statement.conditions).binds(name)
    }
    if let statement = self.as(WhileStmtSyntax.self) {
      return statement.body.id == child.id && Syntax(statement.conditions).binds(name)
    }
    if let statement = self.as(ForStmtSyntax.self) {
      return statement.sequence.id != child.id && Syntax(statement.pattern).binds(name)
    }
    if let item = self.as(SwitchCaseItemSyntax.self) {
      return Syntax(item.pattern).binds(name)
    }
    if let branch = self.as(SwitchCaseSyntax.self) {
      return branch.statements.id == child.id && Syntax(branch.label).binds(name)
    }
    if let clause = self.as(CatchClauseSyntax.self) {
      if clause.bindsImplicitError { return name == "error" }
      return clause.body.id == child.id && Syntax(clause.catchItems).binds(name)
    }
    return false
  }

  /// Returns whether a pattern in this node binds the name.
  fileprivate func binds(_ name: String) -> Bool {
    if let pattern = self.as(IdentifierPatternSyntax.self) { return pattern.identifier.unquoted == name }
    // Nested blocks have their own scopes.
    if self.is(ClosureExprSyntax.self) || self.is(CodeBlockSyntax.self) { return false }
    return children(viewMode: .sourceAccurate).contains { $0.binds(name) }
  }
}

extension AccessorDeclSyntax {
  /// The name of the parameter of an observer, implicit or explicit.
  fileprivate var parameterName: String {
    let implicit = accessorSpecifier.tokenKind == .keyword(.didSet) ? "oldValue" : "newValue"
    return parameters?.name.unquoted ?? implicit
  }
}

extension CatchClauseSyntax {
  /// Whether the clause has no pattern, so that Swift binds the error to `error`.
  fileprivate var bindsImplicitError: Bool { catchItems.allSatisfy { $0.pattern == nil } }
}

extension CodeBlockItemSyntax.Item {
  /// Returns whether the item declares a local variable with this name for the following items of its block.
  fileprivate func declaresLocal(_ name: String) -> Bool {
    if let variable = self.as(VariableDeclSyntax.self) {
      return variable.bindings.contains { Syntax($0.pattern).binds(name) }
    }
    return self.as(GuardStmtSyntax.self).map { Syntax($0.conditions).binds(name) } ?? false
  }
}
