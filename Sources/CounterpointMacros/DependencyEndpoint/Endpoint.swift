import SwiftSyntax

/// A property of closure type, which `@DependencyEndpoint` expands.
struct Endpoint {
  /// The name of the property as it is in the source, including backticks.
  let name: TokenSyntax
  /// The name at its place in the user's file.
  let place: IdentifierPatternSyntax
  /// The enclosing type, if there is one.
  let clientName: String?
  let type: TypeSyntax
  let function: FunctionTypeSyntax
  /// The initial value in the source.
  let defaultValue: ExprSyntax?
  /// The argument `method:` of the attribute.
  let methodArgument: ExprSyntax?
  let declaration: VariableDeclSyntax

  /// Reads a property.
  ///
  /// - Parameters:
  ///   - declaration: The property.
  ///   - attribute: The `@DependencyEndpoint` of the property; `nil` if another macro is about to add it.
  ///   - lexicalContext: The enclosing declarations, innermost first.
  /// - Throws: The error that prevents the property from being an endpoint.
  init(
    _ declaration: VariableDeclSyntax,
    attribute: AttributeSyntax?,
    lexicalContext: [Syntax] = []
  ) throws(EndpointError) {
    guard declaration.bindingSpecifier.tokenKind == .keyword(.var) else { throw .notAVariable(declaration) }
    for keyword in [Keyword.static, .class, .lazy] where declaration.modifiers.contains(keyword) {
      throw .modifier(keyword, in: declaration)
    }
    guard declaration.bindings.count == 1, let binding = declaration.bindings.first,
      let pattern = binding.pattern.as(IdentifierPatternSyntax.self)
    else { throw .severalVariables(declaration) }
    guard let type = binding.typeAnnotation?.type, let function = type.function else {
      throw .notAClosure(pattern.identifier, binding)
    }
    if let accessors = binding.accessorBlock { throw .accessors(pattern.identifier, accessors) }
    self.name = pattern.identifier.trimmed
    self.place = pattern
    self.clientName = lexicalContext.lazy.compactMap { $0.asProtocol((any NamedDeclSyntax).self)?.name.text }.first
    self.type = type
    self.function = function
    self.defaultValue = binding.initializer?.value
    self.methodArgument = Self.methodArgument(in: attribute)
    self.declaration = declaration
  }

  private static func methodArgument(in attribute: AttributeSyntax?) -> ExprSyntax? {
    guard case .argumentList(let arguments) = attribute?.arguments else { return nil }
    return arguments.first { $0.label?.text == "method" }?.expression
  }
}

extension Endpoint {
  /// The type and the name of the endpoint, in issues and in recordings.
  var path: String { [clientName, name.unquoted].compactMap { $0 }.joined(separator: ".") }

  /// The name of the stored property of the endpoint.
  var storageName: String { ("_" + name.unquoted).quotedIfNeeded }

  /// The stored property of the endpoint, whose default reports the call.
  var storage: Lines {
    let nonisolated = declaration.modifiers.first { $0.name.tokenKind == .keyword(.nonisolated) }
    let prefix = ["private", nonisolated?.trimmedDescription].compactMap { $0 }.joined(separator: " ")
    return ["\(prefix) var \(storageName): \(type.trimmedDescription) = {\(closureSignature)"]
      + closureBody.indented + ["}"]
  }

  /// The accessors of the property.
  ///
  /// The init accessor lets user-defined initializers set the property before `self` is fully initialized. It is
  /// omitted if there is a default, because Swift would call it with the default, and calls would not be reported.
  var accessors: [Lines] {
    let initialization = [
      "@storageRestrictions(initializes: \(storageName))",
      "init(initialValue) {",
      "  \(storageName) = initialValue",
      "}",
    ]
    return (defaultValue == nil ? [initialization] : [])
      + [getter, ["set { \(storageName) = newValue }"]]
  }

  /// Whether a call can throw any error.
  var throwsAnyError: Bool {
    guard let clause = function.effectSpecifiers?.throwsClause else { return false }
    guard let type = clause.type else { return true }
    return ["any Error", "any Swift.Error", "Error", "Swift.Error"].contains(type.trimmedDescription)
  }

  /// Whether the endpoint can neither return nor throw without a default in the source.
  var needsDefault: Bool {
    !throwsAnyError && !function.returnClause.type.isVoid && !function.returnClause.type.isOptional
  }
}
