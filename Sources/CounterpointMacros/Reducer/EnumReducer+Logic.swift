import SwiftSyntax

extension EnumReducer {
  /// The property `body`, which composes the reducers of the features.
  ///
  /// Its type is erased, so that features that present one another don't produce an infinitely nested type.
  var body: Lines {
    var isDeprecated = false
    let reducers = available.compactMapElements { reducerCase -> (name: String, reducer: Lines)? in
      guard case .feature(let type, let reducer) = reducerCase.kind else { return nil }
      isDeprecated = isDeprecated || reducerCase.enumCase.isDeprecated
      return (reducerCase.enumCase.name.text, reducer?.lines ?? ["\(type)()"])
    }
    let operators = render(reducers) { name, reducer in
      [".ifCaseLet(\\Self.State.Cases.\(name), action: \\Self.Action.Cases.\(name)) {"] + reducer.indented + ["}"]
    }
    let chain =
      ["CounterpointCore.EmptyReducer<Self.State, Self.Action>()"]
      + (operators.flatMap { $0 } + [".eraseToReduce()"]).indented
    return deprecation(isDeprecated) + ["\(access)static var body: CounterpointCore.Reduce<Self.State, Self.Action> {"]
      + chain.indented + ["}"]
  }

  /// The cases that have values.
  var available: [Conditional<ReducerCase>] { cases.filter { !$0.enumCase.isUnavailable } }

  /// Returns the attribute of a member that names a deprecated case. Without it, the compiler would warn about the
  /// case. Reducers and stores use the member through a protocol, for which the compiler doesn't warn.
  private func deprecation(_ isDeprecated: Bool) -> Lines { isDeprecated ? ["@available(*, deprecated)"] : [] }

  /// The enum `CaseScope`, with a store for each feature, and the data.
  var caseScope: Lines {
    let cases = render(cases) { reducerCase in
      let enumCase = reducerCase.enumCase
      let text = storeType(reducerCase).map { feature(enumCase, payload: $0) } ?? data(enumCase)
      return enumCase.availability + ["case \(text)"]
    }.flatMap { $0 }
    let header = "\(access)enum CaseScope"
    return nestedEnum(header, attributes: ["@dynamicMemberLookup"], conformingTo: Self.casePathable, body: cases)
  }

  /// The function that returns the ``caseScope`` of a store.
  var scope: Lines {
    let branches = render(available) { reducerCase in
      let name = reducerCase.enumCase.name.text
      guard storeType(reducerCase) != nil else {
        return ["case \(reducerCase.enumCase.pattern): \(reducerCase.enumCase.rebuilding)"]
      }
      let store = reducerCase.enumCase.parameters[0].labeled("store.scope(\\.\(name), action: \\.\(name))!")
      return ["case .\(name): .\(name)(\(store))"]
    }.flatMap { $0 }
    let parameter = "_ store: CounterpointCore.Store<Self.State, Self.Action>"
    let body = branches.isEmpty ? ["switch store.state {}"] : ["switch store.state {"] + branches + ["}"]
    let isDeprecated = available.flatMap(\.elements).contains(where: \.enumCase.isDeprecated)
    return deprecation(isDeprecated) + ["\(access)static func scope(\(parameter)) -> CaseScope {"] + body.indented + [
      "}"
    ]
  }

  /// Returns the type of the store of a case; `nil` if `CaseScope` has the data.
  private func storeType(_ reducerCase: ReducerCase) -> String? {
    switch reducerCase.kind {
    case .feature(let type, _):
      return "CounterpointCore.StoreOf<\(text(type))>"
    case .ephemeral:
      return nil
    case .ignored:
      guard reducerCase.enumCase.attributes.contains(["ReducerCaseIgnored"]),
        reducerCase.enumCase.parameters.count == 1,
        let action = userDefinedAction(for: reducerCase.enumCase)
      else { return nil }
      return "CounterpointCore.Store<\(text(reducerCase.enumCase.parameters[0].type)), \(action)>"
    }
  }
}

extension ExprSyntax {
  /// The lines of the expression, without the indentation of its last line.
  fileprivate var lines: Lines {
    let lines = trimmedDescription.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let margin = lines[lines.count - 1].prefix { $0 == " " }
    return lines.map { $0.hasPrefix(margin) ? String($0.dropFirst(margin.count)) : $0 }
  }
}
