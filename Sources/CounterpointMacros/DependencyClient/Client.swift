import SwiftSyntax

/// A struct of endpoints, and the initialisers that `@DependencyClient` writes into it.
struct Client {
  let declaration: StructDeclSyntax
  /// The properties that initialisers set, in order. Those inside `#if` can't be parameters and are left at their defaults.
  let properties: [ClientProperty]
  /// Whether there is anything that can be unimplemented. Else Swift's own initialiser does.
  let hasEndpoints: Bool

  /// The access of the struct: its own, else that of the extension around it.
  private let structAccess: AccessLevel

  /// - Parameters:
  ///   - declaration: The struct.
  ///   - lexicalContext: What stands around the struct, from the inside out.
  init(_ declaration: StructDeclSyntax, lexicalContext: [Syntax]) {
    let members = declaration.memberBlock.members
    self.declaration = declaration
    self.structAccess = declaration.access(in: lexicalContext)
    self.properties = members.compactMap { $0.decl.as(VariableDeclSyntax.self) }
      .flatMap(ClientProperty.properties)
      .filter { !($0.access == .private && $0.binding.initializer != nil) }
    self.hasEndpoints = members.variables.contains(where: \.isEndpoint)
  }

  /// The initialiser with everything, and the one that leaves the endpoints unimplemented, unless the struct has its own.
  var initializers: [Lines] {
    guard hasEndpoints else { return [] }
    // What has no type has a default, and an error has been given about it.
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
    // Lines without anything on them too: they may stand in a literal.
    let lines: Lines = parameters.joined(separator: ",\n").split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
    let signature =
      parameters.count == 1 ? ["\(header)(\(parameters[0])) {"] : ["\(header)("] + lines.indented + [") {"]
    return signature + properties.map { "  \($0.assignment)" } + ["}"]
  }

  /// The widest access that the types in the parameters allow: no wider than that of any property.
  ///
  /// In a `private` struct this is `internal`: what `private` would say there is "inside these braces only".
  private var access: AccessLevel {
    min(properties.map(\.access).min() ?? .public, max(structAccess, .internal))
  }

  /// The labels of each initialiser that the struct has already.
  private var existingLabels: [[String]] {
    declaration.memberBlock.members.compactMap { $0.decl.as(InitializerDeclSyntax.self) }.map { initializer in
      initializer.signature.parameterClause.parameters.map(\.firstName.unquoted)
    }
  }
}

extension MemberBlockItemListSyntax {
  /// The variables among the members, those inside `#if` too.
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
