package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// Expands `@DependencyEntry`: the property accesses `DependencyValues` by a key, which is generated beside it.
package enum DependencyEntryMacro {
  /// Disabled, because the macro formats its own output.
  package static var formatMode: FormatMode { .disabled }
}

extension DependencyEntryMacro: AccessorMacro {
  package static func expansion(
    of node: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [AccessorDeclSyntax] {
    // The peer role reports the errors.
    guard let entry = try? Entry(declaration, attribute: node, lexicalContext: context.lexicalContext) else {
      return declaration.accessorsAfterMistake
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

extension DeclSyntaxProtocol {
  /// The accessors of an invalid property, so that the compiler doesn't also report a stored property in an
  /// extension.
  ///
  /// Empty if the property can't have accessors.
  fileprivate var accessorsAfterMistake: [AccessorDeclSyntax] {
    guard let property = self.as(VariableDeclSyntax.self), property.bindingSpecifier.tokenKind == .keyword(.var),
      let binding = property.bindings.first, property.bindings.count == 1, binding.typeAnnotation != nil,
      binding.accessorBlock == nil, binding.initializer == nil
    else { return [] }
    return ["  get { Swift.fatalError() }", "  set {}"]
  }
}
