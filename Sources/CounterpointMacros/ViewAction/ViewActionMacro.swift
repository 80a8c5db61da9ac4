package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// Expands `@ViewAction(for:)`: adds the conformance of a screen, and warns about calls of `store.send`.
package enum ViewActionMacro: ExtensionMacro {
  /// Disabled, because the macro formats its own output.
  package static var formatMode: FormatMode { .disabled }

  package static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) -> [ExtensionDeclSyntax] {
    let screen = Screen(declaration: declaration, feature: node.feature)
    screen.diagnostics(of: node).forEach(context.diagnose)
    guard
      screen.hasStore, !declaration.is(ActorDeclSyntax.self), !protocols.isEmpty,
      !declaration.inheritedNames.contains("ViewActionSending")
    else { return [] }
    // A store stays on its actor, which is that of the screen, if it has one.
    let isolation = screen.isolation.map { "@\($0) " } ?? ""
    let header = "extension \(type.trimmedDescription): \(isolation)CounterpointCore.ViewActionSending {}"
    let source = (declaration.attributes.availability + [header]).joined(separator: "\n")
    return ["\(raw: source)" as DeclSyntax].compactMap { $0.as(ExtensionDeclSyntax.self) }
  }
}

extension AttributeSyntax {
  /// The type `Feature` in `@ViewAction(for: Feature.self)`.
  fileprivate var feature: String? {
    guard
      case .argumentList(let arguments) = arguments,
      let type = arguments.first?.expression.as(MemberAccessExprSyntax.self),
      type.declName.baseName.tokenKind == .keyword(.self)
    else { return nil }
    return type.base?.trimmedDescription
  }
}
