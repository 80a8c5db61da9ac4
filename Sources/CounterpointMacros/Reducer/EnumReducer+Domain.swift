import SwiftSyntax

extension EnumReducer {
  /// The states of the features, and the data.
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

  /// The actions of the features and of the prompts. What is only data has none: `Never`.
  var action: Lines {
    domainType("Action", attributes: ["@Counterpoint.CasePathable"], protocols: Self.casePathable) {
      switch $0.kind {
      case .feature(let type, _): indirect($0.enumCase) + feature($0.enumCase, payload: "\(text(type)).Action")
      case .ephemeral(let type): "case \($0.enumCase.name.text)(\(type.promptAction(text)))"
      case .ignored: "case \($0.enumCase.name.text)(Swift.Never)"
      }
    }
  }

  // The nested types state the conformances that their macros would add in extensions. Swift 6.3.1 crashes when there are many
  // such extensions of types that stand in what a macro wrote: it goes through a list of them that grows meanwhile.

  static var casePathable: [String] { ["CaseKeyPaths.CasePathable", "CaseKeyPaths.CasePathIterable"] }

  /// A nested enum with a case for each case.
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

  /// `indirect case `, where the line says so that the user wrote: a feature may present itself.
  private func indirect(_ enumCase: EnumCase) -> String {
    enumCase.isIndirect ? "indirect case " : "case "
  }

  /// A case with something else in the place of the reducer.
  func feature(_ enumCase: EnumCase, payload: String) -> String {
    "\(enumCase.name.text)(\(enumCase.parameters[0].labelled(payload)))"
  }

  /// A case as it stands in the source.
  func data(_ enumCase: EnumCase) -> String {
    guard enumCase.hasParentheses else { return enumCase.name.text }
    return "\(enumCase.name.text)(\(enumCase.parameters.map(text).joined(separator: " ")))"
  }
}
