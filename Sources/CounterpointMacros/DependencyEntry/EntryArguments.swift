import SwiftParser
import SwiftSyntax

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
    guard let callee = self.as(FunctionCallExprSyntax.self)?.calledExpression, callee.isNameOfType else { return nil }
    return callee.trimmedDescription
  }

  /// Whether it looks like a type: only names, the last of which begins with an uppercase letter.
  private var isNameOfType: Bool {
    if let generic = self.as(GenericSpecializationExprSyntax.self) { return generic.expression.isNameOfType }
    if let reference = self.as(DeclReferenceExprSyntax.self) {
      return reference.argumentNames == nil && reference.baseName.text.first?.isUppercase == true
    }
    guard let member = self.as(MemberAccessExprSyntax.self), let base = member.base else { return false }
    return base.isNameOfType && member.declName.baseName.text.first?.isUppercase == true
  }
}
