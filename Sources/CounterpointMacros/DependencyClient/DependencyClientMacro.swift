import SwiftDiagnostics
package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// Expands `@DependencyClient`: closures become endpoints, and the struct gets initializers.
package enum DependencyClientMacro {
  /// Disabled, because the macro formats its own output.
  package static var formatMode: FormatMode { .disabled }
}

extension DependencyClientMacro: MemberMacro {
  package static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    guard let declaration = declaration.as(StructDeclSyntax.self) else {
      context.diagnose(.notAStruct(declaration))
      return []
    }
    let client = Client(declaration, lexicalContext: context.lexicalContext)
    guard client.hasEndpoints else { return [] }
    client.properties.filter { $0.type == nil }.forEach { context.diagnose(.missingType(of: $0)) }
    return client.initializers.map { "\(raw: $0.joined(separator: "\n"))" }
  }
}

extension DependencyClientMacro: MemberAttributeMacro {
  package static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [AttributeSyntax] {
    guard declaration.is(StructDeclSyntax.self), let property = member.as(VariableDeclSyntax.self), property.isEndpoint
    else { return [] }
    let attribute = property.attributes.first(named: "DependencyEndpoint")
    let hasMethod = (try? Endpoint(property, attribute: attribute))?.hasMethod ?? false
    return (attribute == nil ? ["@Counterpoint.DependencyEndpoint"] : [])
      + (hasMethod ? Endpoint.hiding : [])
      .map { "\(raw: $0)" as AttributeSyntax }
  }
}
