package import SwiftSyntax
package import SwiftSyntaxMacros

/// Expands `@ReducerCaseEphemeral` to nothing: it is a marker for `@Reducer`.
package enum ReducerCaseEphemeralMacro: PeerMacro {
  package static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    []
  }
}

/// Expands `@ReducerCaseIgnored` to nothing: it is a marker for `@Reducer`.
package enum ReducerCaseIgnoredMacro: PeerMacro {
  package static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    []
  }
}
