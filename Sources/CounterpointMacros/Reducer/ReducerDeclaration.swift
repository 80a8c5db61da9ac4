import SwiftSyntax

/// What `@Reducer` stands on.
enum ReducerDeclaration {
  /// A struct: one feature.
  case feature(StructReducer)
  /// An enum: a feature for each case.
  case cases(EnumReducer)

  /// Reads the declaration.
  ///
  /// - Parameters:
  ///   - declaration: The declaration.
  ///   - attribute: The `@Reducer`.
  ///   - lexicalContext: What stands around the declaration, from the inside out.
  /// - Throws: What is wrong with the declaration or with the attribute.
  init(
    of declaration: some DeclGroupSyntax,
    attribute: AttributeSyntax,
    lexicalContext: [Syntax]
  ) throws(ReducerError) {
    if case .argumentList(let arguments) = attribute.arguments, !arguments.isEmpty {
      throw .arguments(arguments, attribute)
    }
    if let declaration = declaration.as(StructDeclSyntax.self) {
      self = .feature(StructReducer(declaration, lexicalContext: lexicalContext))
    } else if let declaration = declaration.as(EnumDeclSyntax.self) {
      self = .cases(try EnumReducer(declaration, lexicalContext: lexicalContext))
    } else {
      throw .neitherStructNorEnum(declaration)
    }
  }

  /// The protocols that the type conforms to.
  var protocols: [String] {
    switch self {
    case .feature: ["Reducer"]
    case .cases: ["CaseReducer", "Reducer"]
    }
  }
}
