package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// Expands `@DependencyEndpoint`: the property becomes computed, over a stored property; labels also add a method.
package enum DependencyEndpointMacro {
  /// Disabled, because the macro formats its own output.
  package static var formatMode: FormatMode { .disabled }
}

extension DependencyEndpointMacro: AccessorMacro {
  package static func expansion(
    of node: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [AccessorDeclSyntax] {
    // The peer role reports the errors.
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
    // The compiler itself reports an accessor macro on another kind of declaration.
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
