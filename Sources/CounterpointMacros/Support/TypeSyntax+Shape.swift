import SwiftSyntax

extension TypeSyntax {
  /// The type without enclosing parentheses.
  var withoutParentheses: TypeSyntax {
    guard let tuple = self.as(TupleTypeSyntax.self), let element = tuple.elements.first,
      tuple.elements.count == 1, element.firstName == nil, element.ellipsis == nil
    else { return self }
    return element.type.withoutParentheses
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
