import SwiftSyntax

/// A case of an enum.
struct EnumCase {
  /// The name as it is in the source, including backticks.
  let name: TokenSyntax
  let parameters: [EnumCaseParameterSyntax]
  /// The name without backticks, which identifies the case.
  var identifier: String { name.identifier?.name ?? name.text }
  /// Whether parentheses follow the name, even empty ones.
  let hasParentheses: Bool
  /// The attributes of the declaration, which apply to all of its cases.
  let attributes: AttributeListSyntax
  /// Whether the declaration is `indirect`.
  let isIndirect: Bool
  /// The `@available` attributes of the declaration, which code generated for the case needs too.
  let availability: Lines
  /// Whether the case is unavailable: it has no values, and a `switch` doesn't need it.
  let isUnavailable: Bool
  /// Whether the case is deprecated on some platform. Patterns may still name it.
  let isDeprecated: Bool

  init(_ element: EnumCaseElementSyntax, in declaration: EnumCaseDeclSyntax) {
    self.name = element.name
    self.parameters = element.parameterClause.map { Array($0.parameters) } ?? []
    self.hasParentheses = element.parameterClause != nil
    self.attributes = declaration.attributes
    self.isIndirect = declaration.modifiers.contains { $0.name.tokenKind == .keyword(.indirect) }
    self.availability = declaration.attributes.availability
    self.isUnavailable = declaration.attributes.unconditional.contains {
      $0.availabilityWords.isSuperset(of: ["*", "unavailable"])
    }
    self.isDeprecated = declaration.attributes.named(["available"]).contains {
      $0.availabilityWords.contains("deprecated")
    }
  }
}

extension AttributeSyntax {
  /// The words in `@available` apart from messages and versions, for example `*` and `deprecated`.
  fileprivate var availabilityWords: Set<String> {
    guard case .availability(let arguments) = arguments else { return [] }
    return Set(
      arguments.compactMap { argument in
        switch argument.argument {
        case .token(let token): token.text
        case .availabilityLabeledArgument(let argument): argument.label.text
        default: nil
        }
      }
    )
  }
}

extension [Conditional<EnumCase>] {
  /// The cases in the body of an enum, in source order.
  init(in members: MemberBlockItemListSyntax) {
    self = members.flatMap { member -> [Conditional<EnumCase>] in
      if let declaration = member.decl.as(EnumCaseDeclSyntax.self) {
        return declaration.elements.map { .always(EnumCase($0, in: declaration)) }
      }
      if let block = member.decl.as(IfConfigDeclSyntax.self) {
        let cases = Conditional<EnumCase>(block) { elements in
          if case .decls(let members) = elements { Self(in: members) } else { [] }
        }
        return cases.map { [$0] } ?? []
      }
      return []
    }
  }

  /// The cases that repeat the name of an earlier case where both can be compiled.
  ///
  /// The branches of one `#if` exclude each other, and two `#if`s may. Only certain conflicts are reported here; the
  /// compiler reports the others.
  var overloaded: [EnumCase] {
    var overloaded: [EnumCase] = []

    /// Returns the names in `items`. `around` contains the names that exist whenever `items` do.
    func visit(_ items: [Conditional<EnumCase>], around: Set<String>) -> Set<String> {
      var always = around
      var sometimes: Set<String> = []
      for item in items {
        switch item {
        case .always(let enumCase):
          let isNew = always.insert(enumCase.identifier).inserted && !sometimes.contains(enumCase.identifier)
          if !isNew { overloaded.append(enumCase) }
        case .oneOf(let clauses):
          for clause in clauses { sometimes.formUnion(visit(clause.items, around: always)) }
        }
      }
      return always.union(sometimes)
    }

    _ = visit(self, around: [])
    return overloaded
  }
}
