import SwiftSyntax

/// A stored property of a client, as its initializers need it.
struct ClientProperty {
  /// The name as it is in the source, including backticks.
  let name: TokenSyntax
  /// The type of the parameter: the annotation, with `@escaping` for a closure, or the type of a literal; `nil` if
  /// it is unknown.
  let type: String?
  /// The initial value in the source; `nil` literal for an optional without one.
  let defaultValue: String?
  let access: AccessLevel
  let isEndpoint: Bool
  let binding: PatternBindingSyntax

  /// Returns the parameter of an initializer.
  ///
  /// - Parameter type: The type of the property.
  func parameter(of type: String) -> String {
    // The initial value of an endpoint is its unimplemented behavior. A caller of this initializer passes every
    // closure.
    let value = isEndpoint ? nil : defaultValue
    return "\(name.text): \(type)" + (value.map { " = \($0)" } ?? "")
  }

  /// The statement in an initializer that stores the argument.
  var assignment: String {
    "self.\(isEndpoint ? ("_" + name.unquoted).quotedIfNeeded : name.text) = \(name.text)"
  }
}

extension ClientProperty {
  /// Returns the stored properties of a declaration that an initializer can set. Excludes `static` and computed
  /// properties, constants with a value, and `@Dependency` properties.
  static func properties(in declaration: VariableDeclSyntax) -> [ClientProperty] {
    let modifiers = declaration.modifiers
    guard ![Keyword.static, .class, .lazy].contains(where: modifiers.contains),
      !declaration.attributes.contains(["Dependency"])
    else { return [] }
    let isConstant = declaration.bindingSpecifier.tokenKind == .keyword(.let)
    let bindings = Array(declaration.bindings)
    return bindings.indices.compactMap { index in
      let binding = bindings[index]
      guard let pattern = binding.pattern.as(IdentifierPatternSyntax.self), !binding.isComputed,
        !(isConstant && binding.initializer != nil)
      else { return nil }
      // In `var a, b: Int` the annotation follows the last name.
      let followers = bindings[index...].prefix { $0.initializer == nil || $0 == binding }
      let type = binding.typeAnnotation ?? followers.lazy.compactMap(\.typeAnnotation).first
      return ClientProperty(pattern.identifier, type: type?.type.trimmed, binding: binding, of: declaration)
    }
  }

  private init(
    _ name: TokenSyntax,
    type: TypeSyntax?,
    binding: PatternBindingSyntax,
    of declaration: VariableDeclSyntax
  ) {
    let value = binding.initializer?.value
    self.name = name.trimmed
    self.type = type?.escaping ?? value?.literalType
    self.defaultValue = value?.trimmedDescription ?? (type?.isOptional == true ? "nil" : nil)
    self.access = declaration.modifiers.accessLevel
    self.isEndpoint = declaration.isEndpoint
    self.binding = binding
  }
}

extension VariableDeclSyntax {
  /// Whether the properties are endpoints, implicitly or by `@DependencyEndpoint`.
  var isEndpoint: Bool {
    if attributes.contains(["DependencyEndpoint"]) { return true }
    return bindingSpecifier.tokenKind == .keyword(.var)
      && ![Keyword.static, .class, .lazy].contains(where: modifiers.contains)
      && !attributes.contains(["DependencyEndpointIgnored", "Dependency"])
      && bindings.last?.typeAnnotation?.type.function != nil
      && !bindings.contains { $0.isComputed }
  }
}

extension PatternBindingSyntax {
  /// Whether there is a getter. A property with only `willSet` and `didSet` is stored.
  fileprivate var isComputed: Bool {
    switch accessorBlock?.accessors {
    case .getter: true
    case .accessors(let accessors):
      accessors.contains { ![.keyword(.willSet), .keyword(.didSet)].contains($0.accessorSpecifier.tokenKind) }
    case nil: false
    }
  }
}
