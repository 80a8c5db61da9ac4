import SwiftDiagnostics
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
      !declaration.inheritedNames.contains("ViewActionSending"),
      context.canExtend(declaration, attribute: node)
    else { return [] }
    // A store stays on its actor, which is that of the screen, if it has one.
    let isolation = screen.isolation.map { "@\($0) " } ?? ""
    return context.extending(
      declaration,
      "extension \(type.trimmedDescription): \(isolation)CounterpointCore.ViewActionSending"
    )
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

/// A type with `@ViewAction(for:)`.
struct Screen {
  let declaration: any DeclGroupSyntax
  /// The feature, as it is named in the attribute.
  let feature: String?

  /// Whether it has a property `store`, possibly inside `#if`.
  var hasStore: Bool {
    declaration.memberBlock.members.declareStore
  }

  /// The global actor of the type, as far as the declaration shows it. It comes from the type's own attribute, or
  /// from a protocol or class of the user interface frameworks. In other cases the user has to declare the
  /// conformance.
  var isolation: String? {
    let attributes = declaration.attributes.compactMap { $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription }
    if let actor = attributes.first(where: { $0.hasSuffix("Actor") }) { return actor }
    return declaration.inheritedNames.isDisjoint(with: Self.namesOnMainActor) ? nil : "MainActor"
  }

  private static let namesOnMainActor: Set<String> = [
    "App", "Commands", "Scene", "ToolbarContent", "View", "ViewModifier",
    "NSView", "NSViewController", "NSViewRepresentable", "NSWindowController",
    "UIView", "UIViewController", "UIViewControllerRepresentable", "UIViewRepresentable",
    "UICollectionViewController", "UINavigationController", "UITabBarController", "UITableViewController",
  ]

  /// Returns the errors and warnings.
  ///
  /// - Parameter attribute: The macro's attribute.
  func diagnostics(of attribute: AttributeSyntax) -> [Diagnostic] {
    if declaration.is(ActorDeclSyntax.self) {
      return [Diagnostic(node: declaration.introducer, message: ViewActionMessage.actor(name: name))]
    }
    guard hasStore else {
      let fixIts = feature.map { [inserting(storeOf: $0)] } ?? []
      return [Diagnostic(node: declaration.introducer, message: ViewActionMessage.noStore(name: name), fixIts: fixIts)]
    }
    let finder = StoreSendFinder(viewMode: .sourceAccurate)
    finder.walk(declaration.memberBlock)
    return finder.sends.map(\.warning)
  }

  private var name: String {
    declaration.asProtocol((any NamedDeclSyntax).self)?.name.text
      ?? declaration.as(ExtensionDeclSyntax.self)?.extendedType.trimmedDescription ?? "_"
  }

  /// Returns a fix-it that inserts the store as the first member.
  private func inserting(storeOf feature: String) -> FixIt {
    let levels: [TokenKind] = [.keyword(.public), .keyword(.package), .keyword(.open)]
    let access = declaration.modifiers.first { levels.contains($0.name.tokenKind) }
      .map { $0.name.tokenKind == .keyword(.open) ? "public " : $0.name.text + " " }
    let indentation = String(declaration.leadingTrivia.description.reversed().prefix { $0 == " " || $0 == "\t" })
    let members = declaration.memberBlock.members
    let text = "\n\(indentation)  \(access ?? "")let store: StoreOf<\(feature)>"
    var block = declaration.memberBlock
    block.members.insert(MemberBlockItemSyntax(decl: "\(raw: text)" as DeclSyntax), at: members.startIndex)
    if members.isEmpty, !block.rightBrace.leadingTrivia.description.contains("\n") {
      block.rightBrace.leadingTrivia = "\n" + Trivia(stringLiteral: indentation)
    }
    return FixIt(
      message: FixItText("Add 'store'", domain: "ViewAction", id: "addStore"),
      changes: [.replace(oldNode: Syntax(declaration.memberBlock), newNode: Syntax(block))]
    )
  }
}

extension MemberBlockItemListSyntax {
  fileprivate var declareStore: Bool {
    contains { member in
      if let variable = member.decl.as(VariableDeclSyntax.self) {
        return variable.isInstance && variable.bindings.contains { $0.name?.unquoted == "store" }
      }
      return member.decl.as(IfConfigDeclSyntax.self)?.clauses.contains { clause in
        if case .decls(let members) = clause.elements { members.declareStore } else { false }
      } ?? false
    }
  }
}
