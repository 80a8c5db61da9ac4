import SwiftSyntax

/// A declaration with `@Reducer`.
enum ReducerDeclaration {
  /// A struct: a single feature.
  case feature(StructReducer)
  /// An enum: a choice of features, one per case.
  case cases(EnumReducer)

  /// Reads the declaration.
  ///
  /// - Parameters:
  ///   - declaration: The declaration.
  ///   - attribute: The `@Reducer`.
  ///   - lexicalContext: The enclosing declarations, innermost first.
  /// - Throws: The errors in the declaration or the attribute.
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

  /// The protocols to which the type conforms.
  var protocols: [String] {
    switch self {
    case .feature: ["Reducer"]
    case .cases: ["CaseReducer", "Reducer"]
    }
  }
}
