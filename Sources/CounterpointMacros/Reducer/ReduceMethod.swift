import SwiftSyntax
import SwiftSyntaxBuilder

/// The method `reduce(into:action:)` of a reducer.
struct ReduceMethod {
  let declaration: FunctionDeclSyntax
  /// The parameters for the state and the action.
  let parameters: [FunctionParameterSyntax]

  /// Reads a method; fails for a different method.
  init?(_ declaration: FunctionDeclSyntax) {
    let parameters = Array(declaration.signature.parameterClause.parameters)
    guard
      declaration.name.text == "reduce", parameters.map(\.firstName.text) == ["into", "action"],
      !declaration.modifiers.contains(where: { $0.name.tokenKind == .keyword(.static) })
    else { return nil }
    self.declaration = declaration
    self.parameters = parameters
  }

  /// The same logic as a `body`; `nil` if the method has no body.
  var body: DeclSyntax? {
    guard let block = declaration.body else { return nil }
    let outer = declaration.indentation
    let modifiers = declaration.modifiers.map { "\($0.trimmedDescription) " }.joined()
    let names = parameters.map { ($0.secondName ?? $0.firstName).text }.joined(separator: ", ")
    // The statements as they are in the source, with their comments, indented by one more step.
    let text = block.statements.description + block.rightBrace.leadingTrivia.description
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let statements =
      lines.count == 1
      ? "\(outer)    \(block.statements.trimmedDescription)"
      : lines.map { $0.allSatisfy(\.isWhitespace) ? "" : "  \($0)" }.joined(separator: "\n").trimmingNewlines
    let attributes = declaration.attributes.map { "\($0.trimmedDescription)\n\(outer)" }.joined()
    return """
      \(raw: attributes)\(raw: modifiers)var body: some \(raw: protocolType) {
      \(raw: outer)  Reduce { \(raw: names) in
      \(raw: statements)
      \(raw: outer)  }
      \(raw: outer)}
      """
  }

  /// The constraint of the opaque type of `body`.
  private var protocolType: String {
    let types = parameters.map { parameter in
      // The type without `inout`.
      (parameter.type.as(AttributedTypeSyntax.self)?.baseType ?? parameter.type).trimmedDescription
    }
    let areMembers = zip(types, ["State", "Action"]).allSatisfy { [$1, "Self.\($1)"].contains($0) }
    return areMembers ? "ReducerOf<Self>" : "Reducer<\(types.joined(separator: ", "))>"
  }
}

extension SyntaxProtocol {
  /// The spaces before the first line.
  fileprivate var indentation: String {
    leadingTrivia.description.split(separator: "\n", omittingEmptySubsequences: false).last.map(String.init) ?? ""
  }
}

extension String {
  fileprivate var trimmingNewlines: String {
    var text = self[...]
    while text.first == "\n" { text.removeFirst() }
    while text.last == "\n" { text.removeLast() }
    return String(text)
  }
}
