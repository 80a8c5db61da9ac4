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
    if mayHaveNoValues {
      "constructor: { \(enumName).\(name.text) }"
    } else {
      "embed: { \(embedding) }"
    }
  }

  /// Whether the payload may be of a type without values, so that no value is in the case.
  var mayHaveNoValues: Bool { parameters.count == 1 && parameters[0].type.mayHaveNoValues }

  /// The case made from its payload `$0`.
  private var embedding: String {
    switch parameters.count {
    case 0: ".\(name.text)\(hasParentheses ? "()" : "")"
    case 1: ".\(name.text)(\(parameters[0].labelled("$0")))"
    default:
      ".\(name.text)("
        + zip(parameters, parameters.indices)
        .map { $0.labelled("$0.\($0.member ?? String($1))") }
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

extension TypeSyntax {
  /// Whether this is `Never`, or the actions of a feature, which `@Reducer` makes without a case where there are none.
  ///
  /// In a closure with a parameter of a type without values the compiler warns of code that will never be executed.
  fileprivate var mayHaveNoValues: Bool {
    unqualifiedNames == ["Never"] || self.as(MemberTypeSyntax.self)?.name.text == "Action"
  }
}
