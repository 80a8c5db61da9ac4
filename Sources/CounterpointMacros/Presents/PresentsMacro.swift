package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// Expands `@Presents`: adds accessors that record reads and writes of the presented state, its storage, and
/// `$name`.
package enum PresentsMacro {
  /// Disabled, because the macro formats its own output.
  package static var formatMode: FormatMode { .disabled }

  private static func property(
    of declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws(PresentsError) -> PresentedProperty {
    let type = context.lexicalContext.lazy.compactMap { $0.as(StructDeclSyntax.self) }.first
    guard let type, type.attributes.contains(["ObservableState"]) else { throw .notInAnObservableState }
    return try PresentedProperty(declaration)
  }
}

extension PresentsMacro: AccessorMacro {
  package static func expansion(
    of node: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [AccessorDeclSyntax] {
    // The peer role reports the errors.
    guard let property = try? property(of: declaration, in: context) else { return [] }
    return property.accessors.map { "\(raw: $0.joined(separator: "\n"))" }
  }
}

extension PresentsMacro: PeerMacro {
  package static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    do {
      return try property(of: declaration, in: context).peers.map { "\(raw: $0.joined(separator: "\n"))" }
    } catch {
      context.diagnose(error.diagnostic(of: node))
      return []
    }
  }
}
