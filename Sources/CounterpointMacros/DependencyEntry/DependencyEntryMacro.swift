package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// Expands `@DependencyEntry`: the property reads and writes `DependencyValues` by a key, which is generated beside it.
package enum DependencyEntryMacro {
  /// The macro's layout is the one that people see; the compiler is not to change it.
  package static var formatMode: FormatMode { .disabled }
}

extension DependencyEntryMacro: AccessorMacro {
  package static func expansion(
    of node: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [AccessorDeclSyntax] {
    // The other half of the macro tells what is wrong.
    guard let entry = try? Entry(declaration, attribute: node, lexicalContext: context.lexicalContext) else {
      return []
    }
    return entry.accessors.indented.map { "\(raw: $0)" }
  }
}

extension DependencyEntryMacro: PeerMacro {
  package static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    do {
      let entry = try Entry(declaration, attribute: node, lexicalContext: context.lexicalContext)
      return ["\(raw: entry.keyDeclaration.joined(separator: "\n"))"]
    } catch {
      context.diagnose(error.diagnostic)
      return []
    }
  }
}
