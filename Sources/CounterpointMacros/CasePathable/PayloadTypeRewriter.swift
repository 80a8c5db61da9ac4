import SwiftSyntax

/// Rewrites the types of payloads so that they have the same meaning in `AllCasePaths` as in the enum.
///
/// In `AllCasePaths`, `Self` is another type, and so are the names of the associated types of its protocols. A
/// payload `Element` would be the element of the sequence of case paths. For such a name, the enum gets a type
/// alias.
final class PayloadTypeRewriter: SyntaxRewriter {
  /// The associated types of `Sequence` and `CasePathReflectable`. The macro's declaration lists their aliases.
  private static let taken = ["Element", "Iterator", "Root"]

  /// The name of the enum in `AllCasePaths`.
  let enumName: String
  /// The names that need a type alias in the enum.
  private(set) var aliased: Set<String> = []

  /// - Parameters:
  ///   - enumName: The name of the enum.
  ///   - isHidden: Whether the name of the enum is shadowed by a nested type with the same name.
  init(enumName: String, isHidden: Bool) {
    if Self.taken.contains(enumName) || isHidden {
      let name = isHidden ? "Self" : enumName
      self.enumName = Self.alias(for: name)
      self.aliased = [name]
    } else {
      self.enumName = enumName
    }
    super.init()
  }

  /// The type aliases for the enum.
  var aliases: [Lines] {
    aliased.sorted().map { name in
      [
        "/// In `AllCasePaths`, `\(name)` has another meaning.",
        "public typealias \(Self.alias(for: name)) = \(name)",
      ]
    }
  }

  /// Returns the type of a payload, as it is spelled in `AllCasePaths`.
  func spelling(of parameter: EnumCaseParameterSyntax) -> String {
    var type = parameter.type
    // `Int!` is allowed in a case but not as a generic argument. It means `Int?`.
    if let forced = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      type = TypeSyntax(OptionalTypeSyntax(wrappedType: forced.wrappedType.trimmed))
    }
    let spelling = rewrite(type.trimmed).trimmedDescription
    return type.is(SomeOrAnyTypeSyntax.self) ? "(\(spelling))" : spelling
  }

  override func visit(_ node: IdentifierTypeSyntax) -> TypeSyntax {
    let name = node.name.text
    var node = node
    node.genericArgumentClause = node.genericArgumentClause.map { visit($0) }
    if name == "Self" {
      node.name.tokenKind = .identifier(enumName)
    } else if Self.taken.contains(name) {
      aliased.insert(name)
      node.name.tokenKind = .identifier(Self.alias(for: name))
    }
    return TypeSyntax(node)
  }

  private static func alias(for name: String) -> String { "_" + name }
}

extension EnumCase {
  /// Returns the type of the payload: `Void`, the type of the only value, or a tuple.
  func payload(_ types: PayloadTypeRewriter) -> String {
    switch parameters.count {
    case 0: "Void"
    case 1: types.spelling(of: parameters[0])
    default: "(" + parameters.map { $0.labeled(types.spelling(of: $0)) }.joined(separator: ", ") + ")"
    }
  }
}
