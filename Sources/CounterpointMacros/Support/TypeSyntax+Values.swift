import SwiftSyntax

extension TypeSyntax {
  /// Whether the type may be uninhabited, judged by its spelling.
  ///
  /// A macro can't look up a name. Only the standard library's types and types with their own syntax are known to be
  /// inhabited.
  var mayHaveNoValues: Bool {
    let type = withoutParentheses
    if let tuple = type.as(TupleTypeSyntax.self) { return tuple.elements.contains { $0.type.mayHaveNoValues } }
    if let attributed = type.as(AttributedTypeSyntax.self) { return attributed.baseType.mayHaveNoValues }
    if let constrained = type.as(SomeOrAnyTypeSyntax.self) {
      return constrained.someOrAnySpecifier.tokenKind != .keyword(.any)
    }
    if let member = type.as(MemberTypeSyntax.self) {
      return member.baseType.trimmedDescription != "Swift" || !Self.typesWithValues.contains(member.name.text)
    }
    if let identifier = type.as(IdentifierTypeSyntax.self) {
      return !Self.typesWithValues.contains(identifier.name.text)
    }
    let kindsWithValues: [SyntaxKind] = [
      .arrayType, .dictionaryType, .functionType, .implicitlyUnwrappedOptionalType, .metatypeType, .optionalType,
    ]
    return !kindsWithValues.contains(type.kind)
  }

  /// The standard library's types that are likely in a payload and inhabited for all generic arguments.
  private static let typesWithValues: Set<String> = [
    "Any", "AnyHashable", "AnyObject", "Array", "Bool", "Character", "Dictionary", "Double", "Duration", "Float", "Int",
    "Int16", "Int32", "Int64", "Int8", "Optional", "Set", "String", "Substring", "UInt", "UInt16", "UInt32", "UInt64",
    "UInt8", "Void",
  ]
}
