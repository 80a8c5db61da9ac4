import SwiftSyntax

/// A property of closure type, and what `@DependencyEndpoint` makes of it.
struct Endpoint {
  /// The property's name as it is written, back-ticks included.
  let name: TokenSyntax
  /// The type that the property stands in, if there is one around it.
  let clientName: String?
  let type: TypeSyntax
  let function: FunctionTypeSyntax
  /// What the user wrote behind `=`.
  let defaultValue: ExprSyntax?
  /// What stands behind `method:`.
  let methodArgument: ExprSyntax?
  let declaration: VariableDeclSyntax

  /// Reads a property.
  ///
  /// - Parameters:
  ///   - declaration: The property.
  ///   - attribute: The `@DependencyEndpoint` of the property; `nil` if another macro is about to add it.
  ///   - lexicalContext: What stands around the property, from the inside out.
  /// - Throws: What forbids the property to be an endpoint.
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
  /// The stored property behind the endpoint.
  var storageName: String { ("_" + name.unquoted).quotedIfNeeded }

  /// The property behind the endpoint, with the default that reports the call.
  var storage: Lines {
    let nonisolated = declaration.modifiers.first { $0.name.tokenKind == .keyword(.nonisolated) }
    let prefix = ["private", nonisolated?.trimmedDescription].compactMap { $0 }.joined(separator: " ")
    return ["\(prefix) var \(storageName): \(type.trimmedDescription) = {\(closureSignature)"]
      + closureBody.indented + ["}"]
  }

  /// The accessors of the property itself.
  ///
  /// The first lets initialisers that users write set the property before everything is there. It must not be there beside a
  /// default: Swift would call it with the bare default, and nothing would report calls.
  var accessors: [Lines] {
    let initialization = [
      "@storageRestrictions(initializes: \(storageName))",
      "init(initialValue) {",
      "  \(storageName) = initialValue",
      "}",
    ]
    return (defaultValue == nil ? [initialization] : [])
      + [["get { \(storageName) }"], ["set { \(storageName) = newValue }"]]
  }

  /// Whether a call can throw any error.
  var throwsAnyError: Bool {
    guard let clause = function.effectSpecifiers?.throwsClause else { return false }
    guard let type = clause.type else { return true }
    return ["any Error", "any Swift.Error", "Error", "Swift.Error"].contains(type.trimmedDescription)
  }

  /// Whether there is something to return or throw without a default from the user.
  var needsDefault: Bool {
    !throwsAnyError && !function.returnClause.type.isVoid && !function.returnClause.type.isOptional
  }
}
