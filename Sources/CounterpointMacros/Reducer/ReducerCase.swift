import SwiftSyntax
import SwiftSyntaxMacros

/// A case of an enum with `@Reducer`.
struct ReducerCase {
  let enumCase: EnumCase
  let kind: Kind

  /// The kind of a payload.
  enum Kind {
    /// A feature: its reducer type, and the expression that creates the reducer.
    case feature(TypeSyntax, reducer: ExprSyntax?)
    /// An alert or a dialog: data whose buttons send actions, and which the first action dismisses.
    case ephemeral(TypeSyntax)
    /// Data without a reducer.
    case ignored
  }

  init(_ enumCase: EnumCase) {
    self.enumCase = enumCase
    self.kind = Kind(enumCase)
  }

  /// The marker macro for such a case.
  var mark: String? {
    switch kind {
    case .feature: nil
    case .ephemeral: "ReducerCaseEphemeral"
    case .ignored: "ReducerCaseIgnored"
    }
  }
}

extension ReducerCase.Kind {
  /// Determines the kind from the marker, or else from the type of the payload.
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
  /// Whether the type is `AlertState<…>` or `ConfirmationDialogState<…>`.
  var isPrompt: Bool {
    ["AlertState", "ConfirmationDialogState"].contains(unqualifiedNames.first)
  }

  /// Returns the type of the actions of an alert or a dialog: its generic argument, or its member `Action` if the
  /// type has another name.
  func promptAction(_ text: (Syntax) -> String) -> String {
    let arguments = genericArguments
    guard isPrompt, arguments.count == 1, let argument = arguments.first else {
      return "\(text(Syntax(self))).Action"
    }
    return text(Syntax(argument.argument))
  }
}

/// Expands `@ReducerCaseEphemeral` to nothing: it is a marker for `@Reducer`.
package enum ReducerCaseEphemeralMacro: MarkerMacro {}

/// Expands `@ReducerCaseIgnored` to nothing: it is a marker for `@Reducer`.
package enum ReducerCaseIgnoredMacro: MarkerMacro {}
