package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// Expands `@DependencyEndpoint`: the property becomes computed; behind it are a stored property and, for labels, a method.
package enum DependencyEndpointMacro {
  /// The macro's layout is the one that people see; the compiler is not to change it.
  package static var formatMode: FormatMode { .disabled }
}

extension DependencyEndpointMacro: AccessorMacro {
  package static func expansion(
    of node: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [AccessorDeclSyntax] {
    // The other half of the macro tells what is wrong.
    guard let declaration = declaration.as(VariableDeclSyntax.self),
      let endpoint = try? Endpoint(declaration, attribute: node)
    else { return [] }
    return endpoint.accessors.map { "\(raw: $0.indented.joined(separator: "\n"))" }
  }
}

extension DependencyEndpointMacro: PeerMacro {
  package static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    // The compiler itself says that there is nothing else that accessors can be given to.
    guard let declaration = declaration.as(VariableDeclSyntax.self) else { return [] }
    do {
      let endpoint = try Endpoint(declaration, attribute: node, lexicalContext: context.lexicalContext)
      let diagnostics = endpoint.diagnostics
      diagnostics.forEach(context.diagnose)
      let isVariadic = endpoint.function.parameters.contains { $0.ellipsis != nil }
      let members = [endpoint.storage] + (endpoint.hasMethod && !isVariadic ? [endpoint.method] : [])
      return members.map { "\(raw: $0.joined(separator: "\n"))" }
    } catch {
      context.diagnose(error.diagnostic)
      return []
    }
  }
}
