import SwiftSyntax

extension EnumReducer {
  /// The enum `State`, with the states of the features and the data.
  var state: Lines {
    let alias: Lines = ["\(access)typealias StateReducer = \(name)"]
    let protocols = ["CounterpointCore.CaseReducerState", "CounterpointCore.ObservableState"] + Self.casePathable
    let attributes = ["@Counterpoint.CasePathable", "@dynamicMemberLookup", "@Counterpoint.ObservableState"]
    return domainType("State", attributes: attributes, protocols: protocols, members: [alias]) {
      switch $0.kind {
      case .feature(let type, _): indirect($0.enumCase) + feature($0.enumCase, payload: "\(text(type)).State")
      case .ephemeral, .ignored: indirect($0.enumCase) + data($0.enumCase)
      }
    }
  }

  /// The enum `Action`, with the actions of the features and the prompts. Cases with only data have `Never`.
  var action: Lines {
    domainType("Action", attributes: ["@Counterpoint.CasePathable"], protocols: Self.casePathable) {
      switch $0.kind {
      case .feature(let type, _): indirect($0.enumCase) + feature($0.enumCase, payload: "\(text(type)).Action")
      case .ephemeral(let type): "case \($0.enumCase.name.text)(\(type.promptAction(text)))"
      case .ignored: "case \($0.enumCase.name.text)(Swift.Never)"
      }
    }
  }

  // The nested types declare the conformances that their macros would otherwise add in extensions. Swift 6.3.1
  // crashes on many such extensions of types in macro expansions, because it mutates a list while iterating over it.

  static var casePathable: [String] { ["CaseKeyPaths.CasePathable", "CaseKeyPaths.CasePathIterable"] }

  /// Returns a nested enum with a case for each case.
  private func domainType(
    _ name: String,
    attributes: Lines,
    protocols: [String],
    members: [Lines] = [],
    _ text: (ReducerCase) -> String
  ) -> Lines {
    let cases = render(cases) { $0.enumCase.availability + [text($0)] }.flatMap { $0 }
    let body = (members + (cases.isEmpty ? [] : [cases])).joinedWithEmptyLines()
    return availability + attributes
      + typeDeclaration("\(access)\(indirection)enum \(name)", conformingTo: protocols, body: body)
  }

  /// Returns `indirect case ` if the user's declaration is indirect, because a feature may present itself.
  private func indirect(_ enumCase: EnumCase) -> String {
    enumCase.isIndirect ? "indirect case " : "case "
  }

  /// Returns a case with another payload in place of the reducer.
  func feature(_ enumCase: EnumCase, payload: String) -> String {
    "\(enumCase.name.text)(\(enumCase.parameters[0].labelled(payload)))"
  }

  /// Returns a case as it is in the source.
  func data(_ enumCase: EnumCase) -> String {
    guard enumCase.hasParentheses else { return enumCase.name.text }
    return "\(enumCase.name.text)(\(enumCase.parameters.map(text).joined(separator: " ")))"
  }
}
