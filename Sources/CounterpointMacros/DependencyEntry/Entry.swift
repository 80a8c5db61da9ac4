import SwiftSyntax

/// A property of `DependencyValues`, and the key that `@DependencyEntry` makes for it.
struct Entry {
  let name: TokenSyntax
  /// The type of the value.
  let type: String
  /// The name of the key.
  let key: String
  let access: AccessLevel
  /// Whether the access is that of the extension around, which must not be repeated.
  let isAccessInherited: Bool
  let testValue: ExprSyntax?
  let liveValue: ExprSyntax?
  let previewValue: ExprSyntax?
  /// Whether the property can't be seen on all systems; then the key can't either.
  let availability: Lines

  /// Reads a property.
  ///
  /// - Parameters:
  ///   - declaration: What the attribute stands at.
  ///   - attribute: The `@DependencyEntry`.
  ///   - lexicalContext: What stands around the property, from the inside out.
  /// - Throws: What is wrong.
  init(
    _ declaration: some DeclSyntaxProtocol,
    attribute: AttributeSyntax,
    lexicalContext: [Syntax]
  ) throws(EntryError) {
    guard let declaration = declaration.as(VariableDeclSyntax.self) else { throw .notAVariable(declaration) }
    guard declaration.bindingSpecifier.tokenKind == .keyword(.var) else { throw .constant(declaration) }
    guard let extended = lexicalContext.first?.as(ExtensionDeclSyntax.self), extended.extendsDependencyValues,
      !declaration.modifiers.contains(.static)
    else { throw .elsewhere(attribute) }
    guard declaration.bindings.count == 1, let binding = declaration.bindings.first,
      let pattern = binding.pattern.as(IdentifierPatternSyntax.self), binding.accessorBlock == nil
    else { throw .notStored(declaration) }

    let arguments = EntryArguments(attribute)
    guard binding.initializer != nil || arguments.liveValue != nil else { throw .noValue(binding) }
    let annotation = binding.typeAnnotation?.type.trimmed
    guard let type = annotation?.trimmedDescription ?? binding.initializer?.value.evidentType else {
      throw .missingType(binding)
    }
    self.name = pattern.identifier.trimmed
    self.type = type
    self.key = try arguments.keyName() ?? annotation?.keyName ?? pattern.identifier.unquoted.capitalized + "Key"
    self.isAccessInherited = !declaration.modifiers.hasAccessLevel
    self.access = declaration.access(in: lexicalContext)
    self.testValue = binding.initializer?.value
    self.liveValue = arguments.liveValue
    self.previewValue = arguments.previewValue
    self.availability = declaration.attributes.availability
  }
}

extension Entry {
  /// The accessors of the property. The last lets a part of the value be changed without a copy of the whole.
  var accessors: Lines {
    [
      "get { self[\(key).self] }",
      "set { self[\(key).self] = newValue }",
      "_modify { yield &self[\(key).self] }",
    ]
  }

  /// The key. Its values are computed, so that each test has its own.
  var keyDeclaration: Lines {
    let isShared = access > .internal
    let prefix = isShared ? (isAccessInherited ? "" : access.prefix) : "private "
    let conformance = liveValue == nil ? "TestDependencyKey" : "DependencyKey"
    let values = [("liveValue", liveValue), ("previewValue", previewValue), ("testValue", testValue)]
    return availability
      + ["\(prefix)nonisolated enum \(key): DependencyInjection.\(conformance) {"]
      + values.flatMap { name, value in
        value.map { property(name, of: $0.trimmedDescription, prefix: isShared ? access.prefix : "") } ?? []
      }.indented
      + ["}"]
  }

  private func property(_ name: String, of value: String, prefix: String) -> Lines {
    let header = "\(prefix)static var \(name): \(type) {"
    let lines = value.linesWithoutCommonIndentation
    return lines.count == 1 ? ["\(header) \(value) }"] : [header] + lines.indented + ["}"]
  }
}

extension ExtensionDeclSyntax {
  /// Whether it extends `DependencyValues`, with a module in front or without.
  fileprivate var extendsDependencyValues: Bool {
    let type = extendedType.as(MemberTypeSyntax.self)?.name.text ?? extendedType.trimmedDescription
    return type == "DependencyValues"
  }
}

extension String {
  /// The name with its first letter in upper case.
  fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
