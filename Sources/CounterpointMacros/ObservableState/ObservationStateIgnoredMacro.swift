package import SwiftSyntax
package import SwiftSyntaxMacros

/// Expands `@ObservationStateIgnored` to nothing: it is a marker for `@ObservableState`.
package enum ObservationStateIgnoredMacro: PeerMacro {
  package static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    []
  }
}
