import SwiftSyntax

/// A struct of endpoints, and the initializers that `@DependencyClient` adds to it.
struct Client {
  let declaration: StructDeclSyntax
  /// The properties that initializers set, in order.
  let properties: [Conditional<ClientProperty>]
  /// Whether there are endpoints. Without endpoints, the memberwise initializer suffices.
  let hasEndpoints: Bool

  /// The patterns of tuples, whose properties initializers would have to set.
  var tuples: [PatternSyntax] {
    declaration.memberBlock.members.variables.filter(\.isInstance).flatMap(\.bindings)
      .filter { $0.name == nil && $0.initializer == nil }.map(\.pattern)
  }

  /// The access level of the struct, explicit or from the enclosing extension.
  private let structAccess: AccessLevel

  /// - Parameters:
  ///   - declaration: The struct.
  ///   - lexicalContext: The enclosing declarations, innermost first.
  init(_ declaration: StructDeclSyntax, lexicalContext: [Syntax]) {
    let members = declaration.memberBlock.members
    self.declaration = declaration
    self.structAccess = declaration.access(in: lexicalContext)
    self.properties = [Conditional<ClientProperty>](in: members)
      .filter { !($0.access == .private && $0.binding.initializer != nil) }
    self.hasEndpoints = members.variables.contains(where: \.isEndpoint)
  }

  /// The initializers with all properties and without endpoints, except those that the struct declares itself.
  ///
  /// A parameter can't be inside `#if`, so an `#if` with properties is an `#if` around the initializers.
  var initializers: [Lines] {
    guard hasEndpoints else { return [] }
    // A property without a type has a default, and an error about it has been reported.
    return initializers(of: [], and: properties.filter { $0.type != nil }[...])
  }

  /// Returns the initializers for some properties, and for others of which it depends on conditions whether they
  /// exist.
  private func initializers(
    of known: [ClientProperty],
    and remaining: ArraySlice<Conditional<ClientProperty>>
  ) -> [Lines] {
    guard let next = remaining.first else { return initializers(of: known) }
    let rest = remaining.dropFirst()
    switch next {
    case .always(let property):
      return initializers(of: known + [property], and: rest)
    case .oneOf(let clauses):
      var hasElse = false
      var lines: Lines = []
      for (index, clause) in clauses.enumerated() {
        hasElse = hasElse || clause.condition == nil
        lines.append(clause.condition.map { (index == 0 ? "#if " : "#elseif ") + $0 } ?? "#else")
        lines += initializers(of: known, and: clause.items + rest).joinedWithEmptyLines().indented
      }
      if !hasElse { lines += ["#else"] + initializers(of: known, and: rest).joinedWithEmptyLines().indented }
      return [lines + ["#endif"]]
    }
  }

  private func initializers(of properties: [ClientProperty]) -> [Lines] {
    let others = properties.filter { !$0.isEndpoint }
    let areEqual = others.count == properties.count
    return (areEqual ? [others] : [properties, others])
      .filter { parameters in !existingLabels.contains(parameters.map(\.name.unquoted)) }
      .map { initializer($0, access: access(with: properties)) }
  }

  private func initializer(_ properties: [ClientProperty], access: AccessLevel) -> Lines {
    let header = "\(access.prefix)init"
    guard !properties.isEmpty else { return ["\(header)() {}"] }
    let parameters = properties.compactMap { property in property.type.map(property.parameter) }
    // Empty lines are kept, because they may be part of a literal.
    let lines: Lines = parameters.joined(separator: ",\n").split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
    let signature =
      parameters.count == 1 ? ["\(header)(\(parameters[0])) {"] : ["\(header)("] + lines.indented + [") {"]
    return signature + properties.map { "  \($0.assignment)" } + ["}"]
  }

  /// Returns the access level of the initializers: no wider than that of any property.
  ///
  /// In a `private` struct it is `internal`, because a `private` initializer would be usable only inside of the
  /// struct.
  private func access(with properties: [ClientProperty]) -> AccessLevel {
    min(properties.map(\.access).min() ?? .public, max(structAccess, .internal))
  }

  /// The argument labels of the initializers that the struct declares.
  private var existingLabels: [[String]] {
    declaration.memberBlock.members.compactMap { $0.decl.as(InitializerDeclSyntax.self) }.map { initializer in
      initializer.signature.parameterClause.parameters.map(\.firstName.unquoted)
    }
  }
}

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

extension [Conditional<ClientProperty>] {
  /// The stored properties in the body of a struct, in source order.
  init(in members: MemberBlockItemListSyntax) {
    self = members.flatMap { member -> [Conditional<ClientProperty>] in
      if let declaration = member.decl.as(VariableDeclSyntax.self) {
        return ClientProperty.properties(in: declaration).map { .always($0) }
      }
      if let block = member.decl.as(IfConfigDeclSyntax.self) {
        let properties = Conditional<ClientProperty>(block) { elements in
          if case .decls(let members) = elements { Self(in: members) } else { [] }
        }
        return properties.map { [$0] } ?? []
      }
      return []
    }
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
      guard let pattern = binding.pattern.as(IdentifierPatternSyntax.self), binding.isStored,
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
      && bindings.allSatisfy(\.isStored)
  }
}
