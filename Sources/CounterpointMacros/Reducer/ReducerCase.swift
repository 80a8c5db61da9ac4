import SwiftSyntax

/// A case of an enum with `@Reducer`.
struct ReducerCase {
  let enumCase: EnumCase
  let kind: Kind

  /// What the payload is for.
  enum Kind {
    /// A feature: its reducer type, and the expression that makes the reducer.
    case feature(TypeSyntax, reducer: ExprSyntax?)
    /// An alert or a dialog: data whose buttons send actions, and which goes away with the first of them.
    case ephemeral(TypeSyntax)
    /// Data that no reducer is for.
    case ignored
  }

  init(_ enumCase: EnumCase) {
    self.enumCase = enumCase
    self.kind = Kind(enumCase)
  }

  /// The macro that marks such a case.
  var mark: String? {
    switch kind {
    case .feature: nil
    case .ephemeral: "ReducerCaseEphemeral"
    case .ignored: "ReducerCaseIgnored"
    }
  }
}

extension ReducerCase.Kind {
  /// What the mark says, or else what the payload looks like.
  fileprivate init(_ enumCase: EnumCase) {
    guard
      enumCase.parameters.count == 1, let parameter = enumCase.parameters.first,
      !enumCase.attributes.contains(["ReducerCaseIgnored"])
    else {
      self = .ignored
      return
    }
    let type = parameter.type.trimmed
    if enumCase.attributes.contains(["ReducerCaseEphemeral"]) || type.isPrompt {
      self = .ephemeral(type)
    } else if type.is(IdentifierTypeSyntax.self) || type.is(MemberTypeSyntax.self) {
      self = .feature(type, reducer: parameter.defaultValue?.value.trimmed)
    } else {
      self = .ignored
    }
  }
}

extension TypeSyntax {
  /// Whether this is `AlertState<…>` or `ConfirmationDialogState<…>`.
  fileprivate var isPrompt: Bool {
    ["AlertState", "ConfirmationDialogState"].contains(unqualifiedNames.first)
  }

  /// The type of the actions that an alert or a dialog sends: what stands between its brackets, or its member `Action` where
  /// the type goes by another name.
  func promptAction(_ text: (Syntax) -> String) -> String {
    let clause =
      self.as(IdentifierTypeSyntax.self)?.genericArgumentClause ?? self.as(MemberTypeSyntax.self)?.genericArgumentClause
    guard isPrompt, let clause, clause.arguments.count == 1, let argument = clause.arguments.first else {
      return "\(text(Syntax(self))).Action"
    }
    return text(Syntax(argument.argument))
  }
}
