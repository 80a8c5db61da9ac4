import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

extension EnumReducer {
  /// The enum `_$Features`, which reports payloads that don't fit their cases.
  ///
  /// The compiler doesn't check the bodies of generated *members* before it generates code, and crashes if they don't
  /// compile. It does check an extension. Nothing calls these functions. For each case, one overload accepts a feature
  /// with an `init()`. The others accept what a user might write by mistake, and are unavailable, so their messages
  /// are the compiler's errors. A type is inferred from the case, because names that are visible in the enum may not
  /// be visible in an extension.
  ///
  /// The lines are empty if there is nothing to check. In the functions, the enum is called `_$Cases`. Its own name may
  /// not be visible, and a qualified name would need generic arguments.
  var checks: Lines {
    let checks = available.compactMapElements { reducerCase -> Lines? in
      let enumCase = reducerCase.enumCase
      switch reducerCase.kind {
      case .feature(let type, let reducer):
        let check = FeatureCheck(enumCase, type: type, text: text(type), context: context)
        return reducer == nil ? check.ofCreatedFeature : check.ofFeature
      case .ephemeral(let type):
        // The case has the member type `Action` of the payload, which may not exist.
        guard !type.isPrompt, userDefined("Action") == nil else { return nil }
        let statement = "_ = _$Cases.Action.\(enumCase.name.text)"
        return enumCase.checkingFunction(context.located(statement, at: enumCase.name))
      case .ignored:
        return nil
      }
    }
    guard !checks.isEmpty else { return [] }
    let functions = render(checks, join: { $0.joinedWithEmptyLines() }) { $0 }
    return ["private typealias _$Cases = Self", ""] + ["private \(isolation)enum _$Features {"]
      + functions.joinedWithEmptyLines().indented + ["}"]
  }
}

/// The functions that check one case with a feature.
private struct FeatureCheck {
  private let enumCase: EnumCase
  /// The context of the expansion, which has the line of the case.
  private let context: any MacroExpansionContext
  /// The text of the type, on one line.
  private let type: String
  /// The text of the enum for a type `Inner.Body`.
  private let reducerEnum: String?

  init(_ enumCase: EnumCase, type: TypeSyntax, text: String, context: any MacroExpansionContext) {
    self.enumCase = enumCase
    self.context = context
    self.type = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let isBody = type.as(MemberTypeSyntax.self).map { $0.name.text == "Body" } ?? false
    self.reducerEnum = isBody ? String(self.type.dropLast(".Body".count)) : nil
  }

  /// The functions for a feature that a default value creates.
  var ofFeature: Lines {
    unavailable("(_: Any)", noFeature)
      + function("<_$Payload: CounterpointCore.Reducer>(_: (_$Payload) -> _$Cases)")
      + check("(_$Cases.\(enumCase.name.text))")
  }

  /// The functions for a feature that the generated `body` creates by its initializer without arguments.
  ///
  /// `.init()` is that initializer if there is one, or else that of `Int`.
  var ofCreatedFeature: Lines {
    let unavailable: Lines =
      unavailable("(_: Any, _: Swift.Int)", noFeature)
      + unavailable("<_$Payload: CounterpointCore.Reducer>(_: (_$Payload) -> _$Cases, _: Swift.Int)", notCreated)
      + unavailable(
        "<_$Payload: CounterpointCore.CaseReducer>(_: (_$Payload) -> _$Cases, _: Swift.Int)",
        nestedEnum(type)
      )
    return unavailable + function("<_$Payload: CounterpointCore.Reducer>(_: (_$Payload) -> _$Cases, _: _$Payload)")
      + check("(_$Cases.\(enumCase.name.text), .init())")
  }

  private var noFeature: String {
    "'\(type)' is no feature; write '@ReducerCaseIgnored' before the case if it holds data, or the type of a feature, "
      + "which has '@Reducer'"
  }

  private var notCreated: String {
    if let reducerEnum { return nestedEnum(reducerEnum) }
    return "'\(type)' has no accessible 'init()'; write '\(declaration("\(type) = \(type)(…)"))', or declare one"
  }

  private func nestedEnum(_ type: String) -> String {
    "'\(type)' is an enum with '@Reducer'; write '\(declaration("\(type).Body = \(type).body"))'"
  }

  private func declaration(_ payload: String) -> String {
    "case \(enumCase.name.text)(\(enumCase.parameters[0].labeled(payload)))"
  }

  private func unavailable(_ signature: String, _ message: String) -> Lines {
    ["@available(*, unavailable, message: \(StringLiteralExprSyntax(content: message)))"] + function(signature)
  }

  private func function(_ signature: String) -> Lines { ["static func \(enumCase.functionName)\(signature) {}"] }

  private func check(_ arguments: String) -> Lines {
    enumCase.checkingFunction(context.located(enumCase.functionName + arguments, at: enumCase.name))
  }
}

extension EnumCase {
  /// The name of a function for the case. A function can't be called `init`, even where a case can.
  fileprivate var functionName: String { identifier == "init" ? "`init`" : name.text }

  fileprivate func checkingFunction(_ statement: Lines) -> Lines {
    availability + ["static func \(functionName)() {"] + statement.indented + ["}"]
  }
}
