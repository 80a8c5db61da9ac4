import SwiftParser
import SwiftSyntax
import SwiftSyntaxMacros

/// A property of `DependencyValues`, and the key that `@DependencyEntry` generates for it.
struct Entry {
  let name: TokenSyntax
  /// The name in the user's file, which has a line.
  private let location: TokenSyntax
  /// The type of the value; `nil` if the compiler infers it from the test value.
  let type: String?
  /// The name of the key.
  let key: String
  let access: AccessLevel
  /// Whether the access level comes from the enclosing extension, in which case it must not be repeated.
  let isAccessInherited: Bool
  let testValue: ExprSyntax?
  let liveValue: ExprSyntax?
  let previewValue: ExprSyntax?
  /// The `@available` attributes of the property, which the key needs too.
  let availability: Lines

  /// Reads a property.
  ///
  /// - Parameters:
  ///   - declaration: The declaration with the attribute.
  ///   - attribute: The `@DependencyEntry`.
  ///   - lexicalContext: The enclosing declarations, innermost first.
  /// - Throws: The error in the declaration.
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
    if annotation == nil, binding.initializer?.value.needsContext != false { throw .missingType(binding) }
    self.name = pattern.identifier.trimmed
    self.location = pattern.identifier
    self.type = annotation?.trimmedDescription ?? binding.initializer?.value.evidentType
    self.isAccessInherited = !declaration.modifiers.hasAccessLevel
    self.access = declaration.access(in: lexicalContext)
    // Other modules can conform a visible key to `DependencyKey`, so its name follows from its type. A private key
    // is named after its property, so that two properties of one type don't collide.
    let keyOfType = access > .internal ? annotation?.keyName : nil
    self.key = try arguments.keyName() ?? keyOfType ?? pattern.identifier.unquoted.capitalized + "Key"
    self.testValue = binding.initializer?.value
    self.liveValue = arguments.liveValue
    self.previewValue = arguments.previewValue
    self.availability = declaration.attributes.availability
  }
}

extension Entry {
  /// The accessors of the property. `_modify` mutates a member of the value in place.
  var accessors: Lines {
    [
      "get { self[\(key).self] }",
      "set { self[\(key).self] = newValue }",
      "_modify { yield &self[\(key).self] }",
    ]
  }

  /// Returns the key. Its values are computed properties, so that each test has its own.
  ///
  /// - Parameter context: The context of the expansion, which has the line of the property.
  func keyDeclaration(in context: some MacroExpansionContext) -> DeclSyntax {
    let isShared = access > .internal
    let prefix = isShared ? (isAccessInherited ? "" : access.prefix) : "private "
    let conformance = liveValue == nil ? "TestDependencyKey" : "DependencyKey"
    let memberPrefix = isShared ? access.prefix : ""
    let inferred = type == nil ? testValue?.trimmedDescription : nil
    let values = [
      ("liveValue", liveValue?.trimmedDescription),
      ("previewValue", previewValue?.trimmedDescription),
      ("testValue", inferred == nil ? testValue?.trimmedDescription : "TestValue.make()"),
    ]
    let lines =
      availability
      + ["\(prefix)nonisolated enum \(key): DependencyInjection.\(conformance) {"]
      + (inferred.map { inference(from: $0, prefix: memberPrefix) } ?? []).indented
      + values.flatMap { name, value in
        value.map { block("\(memberPrefix)static var \(name): \(type ?? "TestValue.Value") {", $0) } ?? []
      }.indented
      + check(in: context).indented
      + ["}"]
    return context.located(lines, header: availability.count, at: location)
  }

  /// Returns a function that nothing calls. The compiler reports a property that is isolated to an actor, and a value
  /// that is not `Sendable`, at the user's property instead of its uses and the expansion.
  private func check(in context: some MacroExpansionContext) -> Lines {
    let path = context.located("_ = \\DependencyInjection.DependencyValues.\(name.text)", at: location)
    let value: Lines =
      type.map {
        ["func check<Value: Swift.Sendable>(_ type: Value.Type) {}"]
          + context.located("check((\($0)).self)", at: location)
      } ?? []
    return ["private static func _$check() {"] + (path + value).indented + ["}"]
  }

  /// Returns the type that creates the test value. The compiler infers its `Value` from the closure, because no
  /// syntax names it.
  private func inference(from testValue: String, prefix: String) -> Lines {
    ["\(prefix)nonisolated enum TestValue: DependencyInjection.InferredTestValue {"]
      + block("\(prefix)static let make = { @Sendable in", testValue).indented + ["}"]
  }

  private func block(_ header: String, _ value: String) -> Lines {
    let lines = value.linesWithoutCommonIndentation
    return lines.count == 1 ? ["\(header) \(value) }"] : [header] + lines.indented + ["}"]
  }
}

extension ExtensionDeclSyntax {
  /// Whether it extends `DependencyValues`, with or without a module qualifier.
  fileprivate var extendsDependencyValues: Bool {
    let type = extendedType.as(MemberTypeSyntax.self)?.name.text ?? extendedType.trimmedDescription
    return type == "DependencyValues"
  }
}

extension String {
  /// The name with an uppercase first letter.
  fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}

/// The arguments of `@DependencyEntry`.
struct EntryArguments {
  private let name: ExprSyntax?
  let liveValue: ExprSyntax?
  let previewValue: ExprSyntax?

  init(_ attribute: AttributeSyntax) {
    var arguments: [String: ExprSyntax] = [:]
    if case .argumentList(let list) = attribute.arguments {
      for argument in list { arguments[argument.label?.text ?? ""] = argument.expression }
    }
    self.name = arguments[""]
    self.liveValue = arguments["liveValue"]
    self.previewValue = arguments["previewValue"]
  }

  /// Returns the name for the key in the attribute, if there is one.
  ///
  /// - Throws: An error if it is not a valid name of a type.
  func keyName() throws(EntryError) -> String? {
    guard let name else { return nil }
    guard let text = name.staticString, text.isValidSwiftIdentifier(for: .variableName) else { throw .keyName(name) }
    return text
  }
}

extension TypeSyntax {
  /// The name of a key for values of this type: `APIClientKey` for `any APIClient`, `Module.APIClient` and
  /// `APIClient?`. `nil` for closures, tuples, collections and compositions.
  var keyName: String? {
    let type = withoutParentheses
    if let type = type.as(IdentifierTypeSyntax.self) { return type.name.unquoted + "Key" }
    if let type = type.as(MemberTypeSyntax.self) { return type.name.unquoted + "Key" }
    if let type = type.as(SomeOrAnyTypeSyntax.self) { return type.constraint.keyName }
    if let type = type.as(OptionalTypeSyntax.self) { return type.wrappedType.keyName }
    return nil
  }
}

extension ExprSyntax {
  /// The type of a literal, or of an initializer call without arguments such as `Module.Client()`.
  ///
  /// A call with arguments is excluded, because they may determine a generic type, as in `Box(3)`, and the
  /// initializer may be failable, as in `URL(string: text)`.
  var evidentType: String? {
    if let literalType { return literalType }
    guard let call = self.as(FunctionCallExprSyntax.self), call.arguments.isEmpty, call.trailingClosure == nil else {
      return nil
    }
    return likelyType
  }

  /// Whether the expression needs a contextual type: `.test`, `nil`, `[]`, `[:]`.
  var needsContext: Bool {
    if let member = self.as(MemberAccessExprSyntax.self) { return member.base.map(\.needsContext) ?? true }
    if let call = self.as(FunctionCallExprSyntax.self) { return call.calledExpression.needsContext }
    if let array = self.as(ArrayExprSyntax.self) { return array.elements.isEmpty }
    if let dictionary = self.as(DictionaryExprSyntax.self), case .colon = dictionary.content { return true }
    return self.is(NilLiteralExprSyntax.self)
  }

  /// The type whose initializer is probably called.
  var likelyType: String? {
    guard let callee = self.as(FunctionCallExprSyntax.self)?.calledExpression, callee.isTypeName else { return nil }
    return callee.trimmedDescription
  }

  /// Whether it is probably the name of a type: only names, the last of which begins with an uppercase letter.
  private var isTypeName: Bool {
    if let generic = self.as(GenericSpecializationExprSyntax.self) { return generic.expression.isTypeName }
    if let reference = self.as(DeclReferenceExprSyntax.self) {
      return reference.argumentNames == nil && reference.baseName.text.first?.isUppercase == true
    }
    guard let member = self.as(MemberAccessExprSyntax.self), let base = member.base else { return false }
    return base.isTypeName && member.declName.baseName.text.first?.isUppercase == true
  }
}
