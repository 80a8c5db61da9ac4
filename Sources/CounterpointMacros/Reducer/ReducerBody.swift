import SwiftSyntax
import SwiftSyntaxBuilder

/// The property `body` of a reducer.
struct ReducerBody {
  let declaration: VariableDeclSyntax
  /// The type annotation, if there is one.
  let type: TypeSyntax?
  /// The statements of the getter; `nil` for a stored property, or a property with a setter.
  private let getter: CodeBlockItemListSyntax?
  /// Whether it has no accessors other than observers.
  let isStored: Bool

  /// Reads a property; fails if its name is not `body`.
  init?(_ variable: VariableDeclSyntax) {
    guard
      let binding = variable.bindings.first(where: { $0.pattern.trimmedDescription == "body" })
    else { return nil }
    self.declaration = variable
    self.type = binding.typeAnnotation?.type
    self.getter = binding.accessorBlock?.getter
    self.isStored = binding.isStored
  }

  /// Whether the type is `some Reducer<…>` or `some ReducerOf<…>`, which determines the state and the action.
  var isSomeReducer: Bool { someReducer != nil }

  /// The generic arguments of `@ReducerBuilder<…>`; `nil` if a builder would be wrong.
  ///
  /// A builder doesn't return a concrete type, and an explicit `return` disables it.
  var builderArguments: String? {
    guard let someReducer, let getter, !getter.containsReturn else { return nil }
    let arguments = someReducer.arguments.map(\.argument.trimmedDescription)
    return switch (someReducer.name, arguments.count) {
    case ("Reducer", 2): arguments.joined(separator: ", ")
    case ("ReducerOf", 1): "\(arguments[0]).State, \(arguments[0]).Action"
    default: "Self.State, Self.Action"
    }
  }

  /// The type `Feature` of a body of the type `some ReducerOf<Feature>`.
  var namedFeature: TypeSyntax? {
    guard let someReducer, someReducer.name == "ReducerOf", someReducer.arguments.count == 1 else { return nil }
    return someReducer.arguments[0].argument.as(TypeSyntax.self)
  }

  /// Returns the type of the state or the action, as far as the type of the body shows it.
  ///
  /// - Parameters:
  ///   - index: The position among the generic arguments of a reducer.
  ///   - name: The name of the type as a member of a reducer.
  func domainType(_ index: Int, _ name: String) -> TypeSyntax? {
    if let someReducer {
      guard someReducer.name == "Reducer", someReducer.arguments.count == 2 else {
        return namedFeature.map { "\(raw: $0.trimmedDescription).\(raw: name)" }
      }
      return someReducer.arguments[index].argument.as(TypeSyntax.self)
    }
    guard let type = type ?? initialType else { return nil }
    let isGeneric = ["Reduce", "EmptyReducer", "CombineReducers"].contains(type.unqualifiedNames.first)
    guard isGeneric, type.genericArguments.count >= 2 else { return "\(raw: type.trimmedDescription).\(raw: name)" }
    return type.genericArguments[index].argument.as(TypeSyntax.self)
  }

  /// The type whose initializer probably creates a stored body.
  private var initialType: TypeSyntax? {
    declaration.bindings.first?.initializer?.value.likelyType.map { "\(raw: $0)" }
  }

  /// Whether the type is `any Reducer…`, or `some Reducer` without arguments, which don't name the state.
  var isUntypedReducer: Bool {
    if let someReducer { return someReducer.arguments.isEmpty }
    guard let type = type?.as(SomeOrAnyTypeSyntax.self) else { return false }
    return !Set(["Reducer", "ReducerOf"]).isDisjoint(with: type.constraint.unqualifiedNames)
  }

  private var someReducer: (name: String, arguments: [GenericArgumentSyntax])? {
    guard let type = type?.as(SomeOrAnyTypeSyntax.self), type.someOrAnySpecifier.tokenKind == .keyword(.some) else {
      return nil
    }
    let constraints = type.constraint.as(CompositionTypeSyntax.self)?.elements.map(\.type) ?? [type.constraint]
    for constraint in constraints {
      guard let name = constraint.unqualifiedNames.first, ["Reducer", "ReducerOf"].contains(name) else { continue }
      return (name, constraint.genericArguments)
    }
    return nil
  }
}

extension VariableDeclSyntax {
  /// The name of a property that was probably meant to be the body of a reducer: a static one, or `some Reducer…`.
  var likelyBody: TokenSyntax? {
    guard let binding = bindings.first, let name = binding.name else { return nil }
    let type = binding.typeAnnotation?.type.as(SomeOrAnyTypeSyntax.self)?.constraint.unqualifiedNames.first
    return name.text == "body" || type == "Reducer" || type == "ReducerOf" ? name : nil
  }
}

extension AccessorBlockSyntax {
  /// The statements of the getter, if there is no other accessor.
  fileprivate var getter: CodeBlockItemListSyntax? {
    switch accessors {
    case .getter(let statements):
      statements
    case .accessors(let accessors):
      accessors.count == 1 && accessors.first?.accessorSpecifier.tokenKind == .keyword(.get)
        ? accessors.first?.body?.statements : nil
    }
  }
}

/// The method `reduce(into:action:)` of a reducer.
struct ReduceMethod {
  let declaration: FunctionDeclSyntax
  /// The parameters for the state and the action.
  let parameters: [FunctionParameterSyntax]

  /// Reads a method; fails for a different method.
  init?(_ declaration: FunctionDeclSyntax) {
    let parameters = Array(declaration.signature.parameterClause.parameters)
    guard
      declaration.name.text == "reduce", parameters.map(\.firstName.text) == ["into", "action"],
      !declaration.modifiers.contains(.static)
    else { return nil }
    self.declaration = declaration
    self.parameters = parameters
  }

  /// Returns the type of the state or the action.
  func domainType(_ index: Int) -> TypeSyntax {
    let type = parameters[index].type
    return type.as(AttributedTypeSyntax.self)?.baseType ?? type
  }

  /// The same logic as a `body`; `nil` if the method has no body.
  var body: DeclSyntax? {
    guard let block = declaration.body else { return nil }
    let outer = declaration.indentation
    let modifiers = declaration.modifiers.map { "\($0.trimmedDescription) " }.joined()
    let names = parameters.map { ($0.secondName ?? $0.firstName).text }.joined(separator: ", ")
    // The statements as they are in the source, with their comments, indented by one more step.
    let text = block.statements.description + block.rightBrace.leadingTrivia.description
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let statements =
      lines.count == 1
      ? "\(outer)    \(block.statements.trimmedDescription)"
      : lines.map { $0.allSatisfy(\.isWhitespace) ? "" : "  \($0)" }.joined(separator: "\n").trimmingNewlines
    let attributes = declaration.attributes.map { "\($0.trimmedDescription)\n\(outer)" }.joined()
    return """
      \(raw: attributes)\(raw: modifiers)var body: some \(raw: protocolType) {
      \(raw: outer)  Reduce { \(raw: names) in
      \(raw: statements)
      \(raw: outer)  }
      \(raw: outer)}
      """
  }

  /// The constraint of the opaque type of `body`.
  private var protocolType: String {
    let types = parameters.map { parameter in
      // The type without `inout`.
      (parameter.type.as(AttributedTypeSyntax.self)?.baseType ?? parameter.type).trimmedDescription
    }
    let areMembers = zip(types, ["State", "Action"]).allSatisfy { [$1, "Self.\($1)"].contains($0) }
    return areMembers ? "ReducerOf<Self>" : "Reducer<\(types.joined(separator: ", "))>"
  }
}

extension SyntaxProtocol {
  /// The spaces before the first line.
  fileprivate var indentation: String {
    leadingTrivia.description.split(separator: "\n", omittingEmptySubsequences: false).last.map(String.init) ?? ""
  }
}

extension String {
  fileprivate var trimmingNewlines: String {
    var text = self[...]
    while text.first == "\n" { text.removeFirst() }
    while text.last == "\n" { text.removeLast() }
    return String(text)
  }
}
