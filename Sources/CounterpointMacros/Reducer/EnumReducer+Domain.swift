import SwiftSyntax

extension EnumReducer {
  /// The states of the features, and the data.
  var state: Lines {
    let alias: Lines = ["\(access)typealias StateReducer = \(name)"]
    return domainType("State: CounterpointCore.CaseReducerState", attributes: Self.stateAttributes, members: [alias]) {
      switch $0.kind {
      case .feature(let type, _): indirect($0.enumCase) + feature($0.enumCase, payload: "\(text(type)).State")
      case .ephemeral, .ignored: indirect($0.enumCase) + data($0.enumCase)
      }
    }
  }

  /// The actions of the features and of the prompts. What is only data has none: `Never`.
  var action: Lines {
    domainType("Action", attributes: ["@Counterpoint.CasePathable"], members: []) {
      switch $0.kind {
      case .feature(let type, _): indirect($0.enumCase) + feature($0.enumCase, payload: "\(text(type)).Action")
      case .ephemeral(let type): "case \($0.enumCase.name.text)(\(type.promptAction(text)))"
      case .ignored: "case \($0.enumCase.name.text)(Swift.Never)"
      }
    }
  }

  private static var stateAttributes: Lines {
    ["@Counterpoint.CasePathable", "@dynamicMemberLookup", "@Counterpoint.ObservableState"]
  }

  /// A nested enum with a case for each case.
  private func domainType(
    _ header: String,
    attributes: Lines,
    members: [Lines],
    _ text: (ReducerCase) -> String
  ) -> Lines {
    let cases = render(cases) { [text($0)] }.flatMap { $0 }
    let body = (members + (cases.isEmpty ? [] : [cases])).joinedWithEmptyLines()
    let opening = "\(access)\(indirection)enum \(header) {"
    return availability + attributes + (body.isEmpty ? [opening + "}"] : [opening] + body.indented + ["}"])
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
