import SwiftParser
import SwiftSyntax

extension EnumCase {
  /// The type of the payload: `Void`, the type of the only value, or the tuple of all.
  func payload(_ types: PayloadTypeRewriter) -> String {
    switch parameters.count {
    case 0: "Void"
    case 1: types.spelling(of: parameters[0])
    default: "(" + parameters.map { $0.labelled(types.spelling(of: $0)) }.joined(separator: ", ") + ")"
    }
  }

  /// The argument that makes the case of its payload, as in `embed: { .moved(x: $0.x, y: $0.y) }`.
  ///
  /// - Parameter enumName: What the enum is called where the argument stands.
  func embeddingArgument(_ enumName: String) -> String {
    // In a closure whose parameter is of a type without values, the compiler warns of code that is never executed.
    guard mayHaveNoValues else { return "embed: { \(embedding(of: "$0")) }" }
    return parameters.count == 1
      ? "constructor: { \(enumName).\(name.text) }" : "embedOptional: { \(embedding(of: "$0!")) }"
  }

  /// Whether a value of the payload may be of a type without values, so that no value is in the case.
  var mayHaveNoValues: Bool { parameters.contains { $0.type.mayHaveNoValues } }

  /// The case made from its payload.
  ///
  /// - Parameter payload: The expression that gives the payload.
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

  /// The pattern that takes the payload apart, as in `.moved(let x, let y)`.
  var pattern: String {
    guard !parameters.isEmpty else { return ".\(name.text)" }
    return ".\(name.text)(\(bindings.map { "let \($0)" }.joined(separator: ", ")))"
  }

  /// The payload put together from what ``pattern`` binds, as in `(x, y)`.
  var extraction: String {
    parameters.count == 1 ? bindings[0] : "(\(bindings.joined(separator: ", ")))"
  }

  /// The case made again from what ``pattern`` binds, as in `.moved(x: x, y: y)`.
  var rebuilding: String {
    guard hasParentheses else { return ".\(name.text)" }
    return ".\(name.text)(" + zip(parameters, bindings).map { $0.labelled($1) }.joined(separator: ", ") + ")"
  }

  /// Names for the values: `value` for one alone, else their labels where labels can be names.
  private var bindings: [String] {
    guard parameters.count > 1 else { return parameters.map { _ in "value" } }
    let numbered = parameters.indices.map { "value\($0)" }
    let named = zip(parameters, numbered).map { $0.name ?? $1 }
    return Set(named).count == named.count ? named : numbered
  }
}

extension EnumCaseParameterSyntax {
  /// The label, if there is one that callers write.
  var label: String? {
    firstName.flatMap { $0.tokenKind == .wildcard ? nil : $0.text }
  }

  /// The label as the name of a variable, unless it is a keyword that would need back-ticks.
  fileprivate var name: String? {
    label.flatMap { $0.isValidSwiftIdentifier(for: .variableName) ? $0 : nil }
  }

  /// The label as the name of a tuple's member. `$0.self` would be the whole tuple.
  fileprivate var member: String? {
    name.flatMap { $0.hasPrefix("`") ? nil : $0 }
  }

  /// `text` behind the label.
  func labelled(_ text: String) -> String {
    label.map { "\($0): \(text)" } ?? text
  }
}
