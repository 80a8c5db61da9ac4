import SwiftSyntax

/// One name in an enum's `case` lines.
struct EnumCase {
  /// The name as it is written, back-ticks included.
  let name: TokenSyntax
  let parameters: [EnumCaseParameterSyntax]
  /// The name without back-ticks, by which two cases are the same.
  var identifier: String { name.identifier?.name ?? name.text }
  /// Whether parentheses follow the name, even if there is nothing in them.
  let hasParentheses: Bool
  /// The attributes of the line that the case stands on; they hold for every case of the line.
  let attributes: AttributeListSyntax
  /// Whether the payload may hold the enum itself: `indirect` stands on the line.
  let isIndirect: Bool
  /// The `@available` attributes of the line, which what is written for the case needs too.
  let availability: Lines
  /// Whether nothing may name it: no value is in it, and no `switch` needs it.
  let isUnavailable: Bool
  /// Whether to name it gives a warning somewhere. Patterns may name it all the same.
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
  /// What `@available` says without the texts and versions: `*` and `deprecated`, say.
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
  /// The cases in an enum's body, in the order of their declaration.
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

  /// The cases that are the second of their name, where both can be compiled at once.
  ///
  /// Branches of one `#if` exclude each other, and two `#if`s may; only what certainly meets is an error here, and the
  /// compiler finds the rest.
  var overloaded: [EnumCase] {
    var overloaded: [EnumCase] = []

    /// Gives the names in `items`; `around` has those that are there whenever `items` are.
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
