import SwiftSyntax

/// Finds values of a program that a view keeps beside its store.
struct StateInView: Rule {
  let name = "state-in-view"
  let summary = "A view with a store keeps values of its own"

  func findings(in package: SourcePackage) -> [Finding] {
    let selections = selections(in: package)
    return package.sources.flatMap { file -> [Finding] in
      guard file.contains("Store") else { return [] }
      let types = groups(in: file.tree).filter { $0.is(StructDeclSyntax.self) || $0.is(ClassDeclSyntax.self) }
      let views = types.filter { type in isView(type) && properties(of: type).contains { holdsStore($0) } }
      return views.flatMap { type in
        properties(of: type).filter { keepsValue($0) && !isSelection($0, among: selections) }.map { property in
          finding(
            in: file,
            at: property,
            "The view keeps '\(property.bindings.trimmedDescription)' beside its store, where no test and no recording "
              + "sees it.",
            fix: "Move it into the state of the feature."
          )
        }
      }
    }
  }

  /// The names of the properties that are passed to prompts as their selected button, which is a widget's state.
  private func selections(in package: SourcePackage) -> Set<String> {
    Set(
      package.sources.flatMap { file -> [String] in
        guard file.contains("Prompt(") else { return [] }
        return nodes(of: FunctionCallExprSyntax.self, in: file.tree)
          .filter { $0.calledName == "Prompt" }
          .compactMap { $0.argument("selection")?.trimmedDescription.split(separator: ".").last.map(String.init) }
      }
    )
  }

  private func isSelection(_ property: VariableDeclSyntax, among selections: Set<String>) -> Bool {
    property.bindings.contains { binding in
      binding.typeAnnotation?.type.trimmedDescription == "UUID?"
        && selections.contains(binding.pattern.trimmedDescription)
    }
  }

  /// The stored properties of instances.
  private func properties(of type: any DeclGroupSyntax) -> [VariableDeclSyntax] {
    type.memberBlock.members.compactMap { $0.decl.as(VariableDeclSyntax.self) }.filter { property in
      !property.modifiers.contains("static", "class", "lazy")
        && property.bindings.allSatisfy { $0.accessorBlock == nil || $0.initializer != nil }
    }
  }

  private func holdsStore(_ property: VariableDeclSyntax) -> Bool {
    property.bindings.contains { binding in
      guard let type = binding.typeAnnotation?.type else { return false }
      return ["Store", "StoreOf", "ViewStore", "ViewStoreOf"].contains(type.lastName)
    }
  }

  /// Whether a type shows something: by its protocol, its name, or the result of a member.
  private func isView(_ type: any DeclGroupSyntax) -> Bool {
    if type.inherits("View") { return true }
    if ["View", "Screen", "Page", "ViewController"].contains(where: { type.typeName.hasSuffix($0) }) { return true }
    return type.memberBlock.members.contains { member in
      let result =
        member.decl.as(FunctionDeclSyntax.self)?.signature.returnClause?.type
        ?? member.decl.as(VariableDeclSyntax.self)?.bindings.first?.typeAnnotation?.type
      return ["some View", "Screen", "[HTML]", "HTML", "Element"].contains(result?.trimmedDescription)
    }
  }

  /// Whether a property is a value of the program, and not a widget's state or a reference.
  private func keepsValue(_ property: VariableDeclSyntax) -> Bool {
    let attributes = property.attributes.names
    let wrappers: Set = ["State", "StateObject", "AppStorage", "SceneStorage"]
    if !wrappers.isDisjoint(with: attributes) { return true }
    guard attributes.isEmpty, property.bindingSpecifier.text == "var" else { return false }
    return property.bindings.contains { binding in
      if let type = binding.typeAnnotation?.type { return isPlain(type) }
      guard let value = binding.initializer?.value else { return false }
      return value.is(IntegerLiteralExprSyntax.self) || value.is(FloatLiteralExprSyntax.self)
        || value.is(StringLiteralExprSyntax.self) || value.is(BooleanLiteralExprSyntax.self)
    }
  }

  /// Whether a type is one of the standard library's, or a collection or an optional of one.
  private func isPlain(_ type: TypeSyntax) -> Bool {
    if let type = type.as(OptionalTypeSyntax.self) { return isPlain(type.wrappedType) }
    if let type = type.as(ArrayTypeSyntax.self) { return isPlain(type.element) }
    if let type = type.as(DictionaryTypeSyntax.self) { return isPlain(type.value) }
    return ["Bool", "Int", "Double", "Float", "String", "Date", "UUID", "URL", "Decimal"].contains(
      type.trimmedDescription
    )
  }
}
