import SwiftSyntax

/// Returns all nodes of a type below a node, in the order of the text.
func nodes<Node: SyntaxProtocol>(of type: Node.Type, in tree: some SyntaxProtocol) -> [Node] {
  let collector = NodeCollector<Node>(viewMode: .sourceAccurate)
  collector.walk(tree)
  return collector.nodes
}

private final class NodeCollector<Node: SyntaxProtocol>: SyntaxAnyVisitor {
  var nodes: [Node] = []

  override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
    if let found = node.as(Node.self) { nodes.append(found) }
    return .visitChildren
  }
}

extension SyntaxProtocol {
  /// The parents of this node, from the inside to the outside.
  var ancestors: some Sequence<Syntax> {
    sequence(state: parent) { (node: inout Syntax?) -> Syntax? in
      defer { node = node?.parent }
      return node
    }
  }

  /// Returns the nearest parent of a type.
  func ancestor<Node: SyntaxProtocol>(_ type: Node.Type) -> Node? {
    for ancestor in ancestors {
      if let node = ancestor.as(type) { return node }
    }
    return nil
  }

  /// Whether the node is below another one.
  func isInside(_ node: some SyntaxProtocol) -> Bool {
    ancestors.contains { $0.id == node.id }
  }
}

/// Returns the declarations of types, and the extensions, below a node, in the order of the text.
func groups(in tree: some SyntaxProtocol) -> [any DeclGroupSyntax] {
  nodes(of: DeclSyntax.self, in: tree).compactMap { $0.asProtocol((any DeclGroupSyntax).self) }
}

extension DeclGroupSyntax {
  /// The last name of the declared or extended type.
  var typeName: String {
    if let declaration = self.as(ExtensionDeclSyntax.self) { return declaration.extendedType.lastName }
    return self.asProtocol((any NamedDeclSyntax).self)?.name.text ?? ""
  }

  /// Whether the declaration names a type or a protocol that it inherits from or conforms to.
  func inherits(_ name: String) -> Bool {
    (inheritanceClause?.inheritedTypes ?? []).contains { $0.type.lastName == name }
  }
}

extension TypeSyntaxProtocol {
  /// The last name of the type without its generic arguments: `Store` of `Counterpoint.Store<State, Action>`.
  var lastName: String {
    if let type = self.as(IdentifierTypeSyntax.self) { return type.name.text }
    if let type = self.as(MemberTypeSyntax.self) { return type.name.text }
    if let type = self.as(AttributedTypeSyntax.self) { return type.baseType.lastName }
    if let type = self.as(SomeOrAnyTypeSyntax.self) { return type.constraint.lastName }
    return trimmedDescription
  }
}

extension AttributeListSyntax {
  /// The names of the attributes, without `@` and arguments.
  var names: [String] { compactMap { $0.as(AttributeSyntax.self)?.attributeName.lastName } }
}

extension DeclModifierListSyntax {
  /// Returns whether one of the modifiers is present.
  func contains(_ keywords: String...) -> Bool { contains { keywords.contains($0.name.text) } }
}

extension FunctionCallExprSyntax {
  /// The last name of the called expression: `run` of `Effect.run { … }` and of `.run { … }`.
  var calledName: String? {
    calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
      ?? calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text
  }

  /// The expression before the name of the called function; `nil` if there is none.
  var base: ExprSyntax? { calledExpression.as(MemberAccessExprSyntax.self)?.base }

  /// Returns the argument with a label.
  func argument(_ label: String) -> ExprSyntax? {
    arguments.first { $0.label?.text == label }?.expression
  }
}

extension MemberAccessExprSyntax {
  /// The name of a case if this can be one: `.tapped`, `Action.tapped` or `Counter.Action.tapped`.
  var caseName: String? {
    guard let base else { return declName.baseName.text }
    let type = base.as(MemberAccessExprSyntax.self)?.declName.baseName.text ?? base.trimmedDescription
    return type.first?.isUppercase == true ? declName.baseName.text : nil
  }
}
