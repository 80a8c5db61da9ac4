import SwiftSyntax

extension VariableDeclSyntax {
  /// Whether it belongs to each value and not to the type.
  var isInstance: Bool {
    !hasModifier(.static) && !hasModifier(.class)
  }

  /// Whether it is declared with `let`.
  var isConstant: Bool {
    bindingSpecifier.tokenKind == .keyword(.let)
  }

  /// Whether one of its modifiers is this keyword.
  func hasModifier(_ keyword: Keyword) -> Bool {
    modifiers.contains { $0.name.tokenKind == .keyword(keyword) }
  }
}

extension PatternBindingSyntax {
  /// The name, `nil` where the pattern takes a tuple apart.
  var name: TokenSyntax? {
    pattern.as(IdentifierPatternSyntax.self)?.identifier
  }

  /// Whether there is storage behind it: it has no accessors, or only observers.
  var isStored: Bool {
    switch accessorBlock?.accessors {
    case nil: true
    case .getter: false
    case .accessors(let accessors):
      accessors.allSatisfy { [.keyword(.willSet), .keyword(.didSet)].contains($0.accessorSpecifier.tokenKind) }
    }
  }
}
