package import SwiftSyntax
package import SwiftSyntaxMacros

/// Expands `@DependencyEndpointIgnored` to nothing: it is a marker for `@DependencyClient`.
package enum DependencyEndpointIgnoredMacro: PeerMacro {
  package static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    []
  }
}
