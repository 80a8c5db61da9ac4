import SwiftSyntax

// A synchronous endpoint may be called by a reducer. A recording of the store then contains its result.
extension Endpoint {
  /// Whether calls are recorded, if the type of the result is `Codable`, which the macro can't know.
  var isRecorded: Bool {
    let result = function.returnClause.type
    return function.effectSpecifiers?.asyncSpecifier == nil && !result.isVoid && !result.hasSpecifiers
      && !["Never", "Swift.Never"].contains(result.trimmedDescription)
      && !type.functionAttributes.contains { $0.unqualifiedName == "convention" }
      && function.parameters.allSatisfy(\.canBeCaptured)
  }

  /// The getter. In a recorded reducer it returns a closure that records the result of the endpoint.
  var getter: Lines {
    guard isRecorded else { return ["get { \(storageName) }"] }
    let names = (0..<function.parameters.count).map { "p\($0)" }
    let arguments = zip(function.parameters, names).map { $0.argument(named: $1) }
    let parameters = names.isEmpty ? (typedThrows == nil ? nil : "()") : names.joined(separator: ", ")
    let signature = [parameters, typedThrows, "in"].compactMap { $0 }.joined(separator: " ")
    return [
      "get {",
      "  guard DependencyInjection._isReadRecorded() else { return \(storageName) }",
      "  return { [endpoint = \(storageName)] \(signature)",
      "    \(recorded("endpoint(\(arguments.joined(separator: ", ")))"))",
      "  }",
      "}",
    ]
  }

  /// Returns an expression that makes a call of the endpoint and records the result.
  func recorded(_ call: String) -> String {
    let read = "DependencyInjection._endpointRead(\"\(path)\")"
    guard let clause = function.effectSpecifiers?.throwsClause, clause.canThrow else { return "\(read) { \(call) }" }
    let signature = typedThrows.map { "() \($0) in " } ?? ""
    return "try \(read) { \(signature)try \(call) }"
  }

  /// The `throws` clause with a type, which the compiler does not infer for a closure.
  private var typedThrows: String? {
    guard let clause = function.effectSpecifiers?.throwsClause, clause.canThrow, clause.type != nil else { return nil }
    return clause.trimmedDescription
  }
}

extension TupleTypeElementSyntax {
  /// Whether a closure can capture the argument, and pass it on unchanged.
  fileprivate var canBeCaptured: Bool {
    ellipsis == nil && !type.hasSpecifiers && !type.is(PackExpansionTypeSyntax.self)
  }
}

extension TypeSyntax {
  /// Whether the type has specifiers, such as `inout` or `sending`.
  fileprivate var hasSpecifiers: Bool { self.as(AttributedTypeSyntax.self).map { !$0.specifiers.isEmpty } ?? false }
}
