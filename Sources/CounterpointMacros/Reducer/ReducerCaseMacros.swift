package import SwiftSyntax
package import SwiftSyntaxMacros

/// Expands `@ReducerCaseEphemeral` to nothing: `@Reducer` looks for it.
package enum ReducerCaseEphemeralMacro: PeerMacro {
  package static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    []
  }
}

/// Expands `@ReducerCaseIgnored` to nothing: `@Reducer` looks for it.
package enum ReducerCaseIgnoredMacro: PeerMacro {
  package static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    []
  }
}
