import SwiftSyntax

/// A stored property of a client, as its initialisers need it.
struct ClientProperty {
  /// The name as it is written, back-ticks included.
  let name: TokenSyntax
  /// The type as a parameter has it: as it is written, with `@escaping` for a closure, or that of a literal; `nil` where it can't
  /// be known.
  let type: String?
  /// What the user wrote behind `=`, or `nil` for an optional.
  let defaultValue: String?
  let access: AccessLevel
  let isEndpoint: Bool
  let binding: PatternBindingSyntax

  /// The property's parameter in an initialiser.
  ///
  /// - Parameter type: The type of the property.
  func parameter(of type: String) -> String {
    // The value behind an endpoint's `=` is what it does unimplemented; who passes closures at all passes each.
    let value = isEndpoint ? nil : defaultValue
    return "\(name.text): \(type)" + (value.map { " = \($0)" } ?? "")
  }

  /// The statement with which an initialiser stores the argument.
  var assignment: String {
    "self.\(isEndpoint ? ("_" + name.unquoted).quotedIfNeeded : name.text) = \(name.text)"
  }
}

extension ClientProperty {
  /// The stored properties of a declaration that an initialiser can set: none that is `static`, computed, or a constant that
  /// has its value, none whose value comes from `@Dependency`.
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
      // In `var a, b: Int` the type stands behind the last name.
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
  /// Whether `@DependencyClient` makes endpoints of the properties, or `@DependencyEndpoint` does.
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
  /// Whether there is a getter. `willSet` and `didSet` leave a property stored.
  fileprivate var isComputed: Bool {
    switch accessorBlock?.accessors {
    case .getter: true
    case .accessors(let accessors):
      accessors.contains { ![.keyword(.willSet), .keyword(.didSet)].contains($0.accessorSpecifier.tokenKind) }
    case nil: false
    }
  }
}
