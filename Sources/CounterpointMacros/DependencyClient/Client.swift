import SwiftSyntax

/// A struct of endpoints, and the initializers that `@DependencyClient` adds to it.
struct Client {
  let declaration: StructDeclSyntax
  /// The properties that initializers set, in order. Those inside `#if` can't be parameters and keep their defaults.
  let properties: [ClientProperty]
  /// Whether there are endpoints. Without endpoints, the memberwise initializer suffices.
  let hasEndpoints: Bool

  /// The access level of the struct, explicit or from the enclosing extension.
  private let structAccess: AccessLevel

  /// - Parameters:
  ///   - declaration: The struct.
  ///   - lexicalContext: The enclosing declarations, innermost first.
  init(_ declaration: StructDeclSyntax, lexicalContext: [Syntax]) {
    let members = declaration.memberBlock.members
    self.declaration = declaration
    self.structAccess = declaration.access(in: lexicalContext)
    self.properties = members.compactMap { $0.decl.as(VariableDeclSyntax.self) }
      .flatMap(ClientProperty.properties)
      .filter { !($0.access == .private && $0.binding.initializer != nil) }
    self.hasEndpoints = members.variables.contains(where: \.isEndpoint)
  }

  /// The initializers with all properties and without endpoints, except those that the struct declares itself.
  var initializers: [Lines] {
    guard hasEndpoints else { return [] }
    // A property without a type has a default, and an error about it has been reported.
    let properties = properties.filter { $0.type != nil }
    let others = properties.filter { !$0.isEndpoint }
    let isOne = others.count == properties.count
    return (isOne ? [others] : [properties, others])
      .filter { properties in !existingLabels.contains(properties.map(\.name.unquoted)) }
      .map(initializer)
  }

  private func initializer(_ properties: [ClientProperty]) -> Lines {
    let header = "\(access.prefix)init"
    guard !properties.isEmpty else { return ["\(header)() {}"] }
    let parameters = properties.compactMap { property in property.type.map(property.parameter) }
    // Empty lines are kept, because they may be part of a literal.
    let lines: Lines = parameters.joined(separator: ",\n").split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
    let signature =
      parameters.count == 1 ? ["\(header)(\(parameters[0])) {"] : ["\(header)("] + lines.indented + [") {"]
    return signature + properties.map { "  \($0.assignment)" } + ["}"]
  }

  /// The access level of the initializers: no wider than that of any property.
  ///
  /// In a `private` struct it is `internal`, because a `private` initializer would be usable only inside of the
  /// struct.
  private var access: AccessLevel {
    min(properties.map(\.access).min() ?? .public, max(structAccess, .internal))
  }

  /// The argument labels of the initializers that the struct declares.
  private var existingLabels: [[String]] {
    declaration.memberBlock.members.compactMap { $0.decl.as(InitializerDeclSyntax.self) }.map { initializer in
      initializer.signature.parameterClause.parameters.map(\.firstName.unquoted)
    }
  }
}

extension MemberBlockItemListSyntax {
  /// The variables among the members, including those inside `#if`.
  fileprivate var variables: [VariableDeclSyntax] {
    flatMap { member -> [VariableDeclSyntax] in
      if let variable = member.decl.as(VariableDeclSyntax.self) { return [variable] }
      let clauses = member.decl.as(IfConfigDeclSyntax.self)?.clauses.map(\.elements) ?? []
      return clauses.flatMap { elements -> [VariableDeclSyntax] in
        if case .decls(let members) = elements { members.variables } else { [] }
      }
    }
  }
}
