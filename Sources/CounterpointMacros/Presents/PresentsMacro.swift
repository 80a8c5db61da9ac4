package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// Expands `@Presents`: accessors that tell who reads and writes what is presented, its storage, and `$name`.
package enum PresentsMacro {
  /// The macro's layout is the one that people see; the compiler is not to change it.
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
    // The other role tells what is wrong.
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
