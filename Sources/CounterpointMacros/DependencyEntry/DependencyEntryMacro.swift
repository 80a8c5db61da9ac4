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
  /// Accessors for a property that has a mistake, so that the compiler does not add that extensions have no stored properties.
  ///
  /// None where the property can't have accessors.
  fileprivate var accessorsAfterMistake: [AccessorDeclSyntax] {
    guard let property = self.as(VariableDeclSyntax.self), property.bindingSpecifier.tokenKind == .keyword(.var),
      let binding = property.bindings.first, property.bindings.count == 1, binding.typeAnnotation != nil,
      binding.accessorBlock == nil, binding.initializer == nil
    else { return [] }
    return ["  get { Swift.fatalError() }", "  set {}"]
  }
}
