package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// Expands `@ViewAction(for:)`: the conformance of a screen, and advice on what it sends.
package enum ViewActionMacro: ExtensionMacro {
  /// The macro's layout is the one that people see; the compiler is not to change it.
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
    // A store stays on its actor: that of the screen, if it has one.
    let isolation = screen.isolation.map { "@\($0) " } ?? ""
    let header = "extension \(type.trimmedDescription): \(isolation)CounterpointCore.ViewActionSending {}"
    let source = (declaration.attributes.availability + [header]).joined(separator: "\n")
    return ["\(raw: source)" as DeclSyntax].compactMap { $0.as(ExtensionDeclSyntax.self) }
  }
}

extension AttributeSyntax {
  /// `Feature` in `@ViewAction(for: Feature.self)`.
  fileprivate var feature: String? {
    guard
      case .argumentList(let arguments) = arguments,
      let type = arguments.first?.expression.as(MemberAccessExprSyntax.self),
      type.declName.baseName.tokenKind == .keyword(.self)
    else { return nil }
    return type.base?.trimmedDescription
  }
}
