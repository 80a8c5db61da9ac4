import SwiftSyntax

/// Spells the types of an enum's payloads so that they mean in `AllCasePaths` what they meant in the enum.
///
/// `Self` is another type there, and so is a name that the protocols of `AllCasePaths` take for an associated type: a payload
/// `Element` would be the element of the sequence of case paths. Such a name goes by an alias that stands in the enum.
final class PayloadTypeRewriter: SyntaxRewriter {
  /// The associated types of `Sequence` and `CasePathReflectable`. The macro's declaration lists their aliases.
  private static let taken = ["Element", "Iterator", "Root"]

  /// What the enum is called in `AllCasePaths`.
  let enumName: String
  /// The names that need an alias in the enum.
  private(set) var aliased: Set<String> = []

  /// - Parameters:
  ///   - enumName: The name of the enum.
  ///   - isHidden: Whether a type inside the enum has the same name, which therefore means that one there.
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

  /// The aliases that stand in the enum.
  var aliases: [Lines] {
    aliased.sorted().map { name in
      [
        "/// In `AllCasePaths`, `\(name)` has another meaning.",
        "public typealias \(Self.alias(for: name)) = \(name)",
      ]
    }
  }

  /// The type of a payload, spelled for `AllCasePaths`.
  func spelling(of parameter: EnumCaseParameterSyntax) -> String {
    var type = parameter.type
    // `Int!` may stand in a case, but not between the brackets of a generic type. It means `Int?`.
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
