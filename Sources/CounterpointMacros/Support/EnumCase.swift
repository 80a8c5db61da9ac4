import SwiftParser
import SwiftSyntax

/// A case of an enum.
struct EnumCase {
  /// The name as it is in the source, including backticks.
  let name: TokenSyntax
  let parameters: [EnumCaseParameterSyntax]
  /// The name without backticks, which identifies the case.
  var identifier: String { name.identifier?.name ?? name.text }
  /// Whether parentheses follow the name, even empty ones.
  let hasParentheses: Bool
  /// The attributes of the declaration, which apply to all of its cases.
  let attributes: AttributeListSyntax
  /// Whether the declaration is `indirect`.
  let isIndirect: Bool
  /// The `@available` attributes of the declaration, which code generated for the case needs too.
  let availability: Lines
  /// Whether the case is unavailable: it has no values, and a `switch` doesn't need it.
  let isUnavailable: Bool
  /// Whether the case is deprecated on some platform. Patterns may still name it.
  let isDeprecated: Bool

  init(_ element: EnumCaseElementSyntax, in declaration: EnumCaseDeclSyntax) {
    self.name = element.name
    self.parameters = element.parameterClause.map { Array($0.parameters) } ?? []
    self.hasParentheses = element.parameterClause != nil
    self.attributes = declaration.attributes
    self.isIndirect = declaration.modifiers.contains(.indirect)
    self.availability = declaration.attributes.availability
    self.isUnavailable = declaration.attributes.unconditional.contains {
      $0.availabilityWords.isSuperset(of: ["*", "unavailable"])
    }
    self.isDeprecated = declaration.attributes.named(["available"]).contains {
      $0.availabilityWords.contains("deprecated")
    }
  }
}

extension AttributeSyntax {
  /// The words in `@available` apart from messages and versions, for example `*` and `deprecated`.
  fileprivate var availabilityWords: Set<String> {
    guard case .availability(let arguments) = arguments else { return [] }
    return Set(
      arguments.compactMap { argument in
        switch argument.argument {
        case .token(let token): token.text
        case .availabilityLabeledArgument(let argument): argument.label.text
        default: nil
        }
      }
    )
  }
}

extension [Conditional<EnumCase>] {
  /// The cases in the body of an enum, in source order.
  init(in members: MemberBlockItemListSyntax) {
    self = members.flatMap { member -> [Conditional<EnumCase>] in
      if let declaration = member.decl.as(EnumCaseDeclSyntax.self) {
        return declaration.elements.map { .always(EnumCase($0, in: declaration)) }
      }
      if let block = member.decl.as(IfConfigDeclSyntax.self) {
        let cases = Conditional<EnumCase>(block) { elements in
          if case .decls(let members) = elements { Self(in: members) } else { [] }
        }
        return cases.map { [$0] } ?? []
      }
      return []
    }
  }

  /// The cases that repeat the name of an earlier case where both can be compiled.
  ///
  /// The branches of one `#if` exclude each other, and two `#if`s may. Only certain conflicts are reported here; the
  /// compiler reports the others.
  var overloaded: [EnumCase] {
    var overloaded: [EnumCase] = []

    /// Returns the names in `items`. `around` contains the names that exist whenever `items` do.
    func visit(_ items: [Conditional<EnumCase>], around: Set<String>) -> Set<String> {
      var always = around
      var sometimes: Set<String> = []
      for item in items {
        switch item {
        case .always(let enumCase):
          let isNew = always.insert(enumCase.identifier).inserted && !sometimes.contains(enumCase.identifier)
          if !isNew { overloaded.append(enumCase) }
        case .oneOf(let clauses):
          for clause in clauses { sometimes.formUnion(visit(clause.items, around: always)) }
        }
      }
      return always.union(sometimes)
    }

    _ = visit(self, around: [])
    return overloaded
  }
}

extension EnumCase {
  /// Returns the argument that creates the case from its payload, for example `embed: { .moved(x: $0.x, y: $0.y) }`.
  ///
  /// - Parameter enumName: The name of the enum in the generated code.
  func embeddingArgument(_ enumName: String) -> String {
    // The compiler warns about unreachable code in a closure whose parameter type is uninhabited.
    guard mayBeUninhabited else { return "embed: { \(embedding(of: "$0")) }" }
    return parameters.count == 1
      ? "constructor: { \(enumName).\(name.text) }" : "embedOptional: { \(embedding(of: "$0!")) }"
  }

  /// Whether the payload may be of an uninhabited type, so that the case has no values.
  var mayBeUninhabited: Bool { parameters.contains { $0.type.mayBeUninhabited } }

  /// Returns the expression that creates the case from its payload.
  ///
  /// - Parameter payload: The expression of the payload.
  private func embedding(of payload: String) -> String {
    switch parameters.count {
    case 0: ".\(name.text)\(hasParentheses ? "()" : "")"
    case 1: ".\(name.text)(\(parameters[0].labeled(payload)))"
    default:
      ".\(name.text)("
        + zip(parameters, parameters.indices)
        .map { $0.labeled("\(payload).\($0.member ?? String($1))") }
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
    return ".\(name.text)(" + zip(parameters, bindings).map { $0.labeled($1) }.joined(separator: ", ") + ")"
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

  /// Whether the case wraps its argument in a closure. Only parameters can, and not the values of a case path.
  var isAutoclosure: Bool { type.as(AttributedTypeSyntax.self)?.attributes.contains(["autoclosure"]) ?? false }

  /// Returns `text` after the label.
  func labeled(_ text: String) -> String {
    label.map { "\($0): \(text)" } ?? text
  }
}
