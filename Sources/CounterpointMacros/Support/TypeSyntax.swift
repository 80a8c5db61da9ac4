import SwiftSyntax

extension TypeSyntax {
  /// The type without enclosing parentheses.
  var withoutParentheses: TypeSyntax {
    guard let tuple = self.as(TupleTypeSyntax.self), let element = tuple.elements.first,
      tuple.elements.count == 1, element.firstName == nil, element.ellipsis == nil
    else { return self }
    return element.type.withoutParentheses
  }

  /// The generic arguments of a named type.
  var genericArguments: [GenericArgumentSyntax] {
    let clause =
      self.as(IdentifierTypeSyntax.self)?.genericArgumentClause ?? self.as(MemberTypeSyntax.self)?.genericArgumentClause
    return clause.map { Array($0.arguments) } ?? []
  }

  /// Whether the type is spelled as `Void`. A type alias is not recognized.
  var isVoid: Bool {
    let type = withoutParentheses
    if let tuple = type.as(TupleTypeSyntax.self) { return tuple.elements.isEmpty }
    return ["Void", "Swift.Void"].contains(type.trimmedDescription)
  }

  /// Whether the type is spelled as an optional. A type alias is not recognized.
  var isOptional: Bool {
    let type = withoutParentheses
    if type.is(OptionalTypeSyntax.self) || type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self) { return true }
    if let type = type.as(IdentifierTypeSyntax.self) { return type.name.text == "Optional" }
    return type.as(MemberTypeSyntax.self).map { $0.trimmedDescription.hasPrefix("Swift.Optional<") } ?? false
  }

  /// The closure type without attributes and parentheses.
  var function: FunctionTypeSyntax? {
    let type = withoutParentheses
    return type.as(FunctionTypeSyntax.self) ?? type.as(AttributedTypeSyntax.self)?.baseType.function
  }

  /// The attributes of the closure type.
  var functionAttributes: [AttributeSyntax] {
    guard let type = withoutParentheses.as(AttributedTypeSyntax.self) else { return [] }
    return type.attributes.unconditional + type.baseType.functionAttributes
  }

  /// The specifiers of the closure type: `nonisolated(nonsending)`, or empty.
  var functionSpecifiers: String {
    withoutParentheses.as(AttributedTypeSyntax.self)?.specifiers.trimmedDescription ?? ""
  }

  /// The type as that of a stored parameter: with `@escaping` if it is a closure type.
  var escaping: String {
    guard function != nil else { return trimmedDescription }
    guard let type = self.as(AttributedTypeSyntax.self), !type.specifiers.isEmpty else {
      return "@escaping \(trimmedDescription)"
    }
    let rest = type.with(\.specifiers, []).trimmedDescription
    return "\(type.specifiers.trimmedDescription) @escaping \(rest)"
  }
}

extension TypeSyntax {
  /// Whether the type may be uninhabited, judged by its spelling.
  ///
  /// A macro can't look up a name. Only the standard library's types and types with their own syntax are known to be
  /// inhabited.
  var mayBeUninhabited: Bool {
    let type = withoutParentheses
    if let tuple = type.as(TupleTypeSyntax.self) { return tuple.elements.contains { $0.type.mayBeUninhabited } }
    if let attributed = type.as(AttributedTypeSyntax.self) { return attributed.baseType.mayBeUninhabited }
    if let constrained = type.as(SomeOrAnyTypeSyntax.self) {
      return constrained.someOrAnySpecifier.tokenKind != .keyword(.any)
    }
    if let member = type.as(MemberTypeSyntax.self) {
      return member.baseType.trimmedDescription != "Swift" || !Self.inhabitedTypes.contains(member.name.text)
    }
    if let identifier = type.as(IdentifierTypeSyntax.self) {
      return !Self.inhabitedTypes.contains(identifier.name.text)
    }
    let inhabitedKinds: [SyntaxKind] = [
      .arrayType, .dictionaryType, .functionType, .implicitlyUnwrappedOptionalType, .metatypeType, .optionalType,
    ]
    return !inhabitedKinds.contains(type.kind)
  }

  /// The standard library's types that are likely in a payload and inhabited for all generic arguments.
  private static let inhabitedTypes: Set<String> = [
    "Any", "AnyHashable", "AnyObject", "Array", "Bool", "Character", "Dictionary", "Double", "Duration", "Float", "Int",
    "Int16", "Int32", "Int64", "Int8", "Optional", "Set", "String", "Substring", "UInt", "UInt16", "UInt32", "UInt64",
    "UInt8", "Void",
  ]
}

extension TypeSyntax {
  /// Returns whether the type contains `name` or `Self.name`, which then is a member of the enclosing type.
  func refers(toMember name: String) -> Bool {
    let finder = MemberTypeFinder(name)
    finder.walk(self)
    return finder.found
  }
}

private final class MemberTypeFinder: SyntaxVisitor {
  private let name: String
  var found = false

  init(_ name: String) {
    self.name = name
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
    if node.name.text == name { found = true }
    return .visitChildren
  }

  override func visit(_ node: MemberTypeSyntax) -> SyntaxVisitorContinueKind {
    if node.name.text == name, node.baseType.trimmedDescription == "Self" { found = true }
    return .visitChildren
  }
}

/// Replaces `Self` with the name of a type, in code that moves from that type into another.
final class SelfRewriter: SyntaxRewriter {
  private let typeName: String

  init(typeName: String) {
    self.typeName = typeName
    super.init()
  }

  override func visit(_ node: TokenSyntax) -> TokenSyntax {
    node.tokenKind == .keyword(.Self) ? node.with(\.tokenKind, .identifier(typeName)) : node
  }

  /// Returns the rewritten text of a node, without its trivia.
  func text(_ node: some SyntaxProtocol) -> String {
    rewrite(node.trimmed).trimmedDescription
  }
}
