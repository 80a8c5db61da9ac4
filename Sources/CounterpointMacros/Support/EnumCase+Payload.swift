import SwiftParser
import SwiftSyntax

extension EnumCase {
  /// Returns the type of the payload: `Void`, the type of the only value, or a tuple.
  func payload(_ types: PayloadTypeRewriter) -> String {
    switch parameters.count {
    case 0: "Void"
    case 1: types.spelling(of: parameters[0])
    default: "(" + parameters.map { $0.labelled(types.spelling(of: $0)) }.joined(separator: ", ") + ")"
    }
  }

  /// Returns the argument that creates the case from its payload, for example `embed: { .moved(x: $0.x, y: $0.y) }`.
  ///
  /// - Parameter enumName: The name of the enum in the generated code.
  func embeddingArgument(_ enumName: String) -> String {
    // The compiler warns about unreachable code in a closure whose parameter type is uninhabited.
    guard mayHaveNoValues else { return "embed: { \(embedding(of: "$0")) }" }
    return parameters.count == 1
      ? "constructor: { \(enumName).\(name.text) }" : "embedOptional: { \(embedding(of: "$0!")) }"
  }

  /// Whether the payload may be of an uninhabited type, so that the case has no values.
  var mayHaveNoValues: Bool { parameters.contains { $0.type.mayHaveNoValues } }

  /// Returns the expression that creates the case from its payload.
  ///
  /// - Parameter payload: The expression of the payload.
  private func embedding(of payload: String) -> String {
    switch parameters.count {
    case 0: ".\(name.text)\(hasParentheses ? "()" : "")"
    case 1: ".\(name.text)(\(parameters[0].labelled(payload)))"
    default:
      ".\(name.text)("
        + zip(parameters, parameters.indices)
        .map { $0.labelled("\(payload).\($0.member ?? String($1))") }
        .joined(separator: ", ") + ")"
    }
  }

  /// The pattern that binds the values of the payload, for example `.moved(let x, let y)`.
  var pattern: String {
    guard !parameters.isEmpty else { return ".\(name.text)" }
    return ".\(name.text)(\(bindings.map { "let \($0)" }.joined(separator: ", ")))"
  }

  /// The payload built from the bindings of ``pattern``, for example `(x, y)`.
  var extraction: String {
    parameters.count == 1 ? bindings[0] : "(\(bindings.joined(separator: ", ")))"
  }

  /// The case built from the bindings of ``pattern``, for example `.moved(x: x, y: y)`.
  var rebuilding: String {
    guard hasParentheses else { return ".\(name.text)" }
    return ".\(name.text)(" + zip(parameters, bindings).map { $0.labelled($1) }.joined(separator: ", ") + ")"
  }

  /// The names of the bindings: `value` for a single value, otherwise the labels if they are valid names.
  private var bindings: [String] {
    guard parameters.count > 1 else { return parameters.map { _ in "value" } }
    let numbered = parameters.indices.map { "value\($0)" }
    let named = zip(parameters, numbered).map { $0.name ?? $1 }
    return Set(named).count == named.count ? named : numbered
  }
}

extension EnumCaseParameterSyntax {
  /// The argument label, if there is one.
  var label: String? {
    firstName.flatMap { $0.tokenKind == .wildcard ? nil : $0.text }
  }

  /// The label as the name of a variable; `nil` for a keyword that would need backticks.
  fileprivate var name: String? {
    label.flatMap { $0.isValidSwiftIdentifier(for: .variableName) ? $0 : nil }
  }

  /// The label as the name of a tuple member. `$0.self` would be the whole tuple.
  fileprivate var member: String? {
    name.flatMap { $0.hasPrefix("`") ? nil : $0 }
  }

  /// Returns `text` after the label.
  func labelled(_ text: String) -> String {
    label.map { "\($0): \(text)" } ?? text
  }
}
