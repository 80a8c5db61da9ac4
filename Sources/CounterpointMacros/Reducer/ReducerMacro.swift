package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// Expands `@Reducer`: adds the members that a feature omits, attributes to its members, and the conformance.
///
/// A struct is a feature; an enum is a choice of features, such as the screens of a stack.
package enum ReducerMacro {
  /// Disabled, because the macro formats its own output.
  package static var formatMode: FormatMode { .disabled }
}

extension ReducerMacro: MemberMacro {
  package static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    do {
      let members: [Lines]
      switch try ReducerDeclaration(of: declaration, attribute: node, lexicalContext: context.lexicalContext) {
      case .feature(let feature):
        feature.diagnostics.forEach(context.diagnose)
        members = feature.missingMembers
      case .cases(let reducer):
        members = reducer.missingMembers
      }
      return members.map { "\(raw: $0.joined(separator: "\n"))" }
    } catch {
      error.diagnostics.forEach(context.diagnose)
      return []
    }
  }
}

// The member role has reported the errors, so the other two roles don't.

extension ReducerMacro: MemberAttributeMacro {
  package static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [AttributeSyntax] {
    guard (try? ReducerDeclaration(of: declaration, attribute: node, lexicalContext: context.lexicalContext)) != nil
    else { return [] }
    return attributes(for: DeclSyntax(member), in: declaration).map { "@\(raw: $0)" }
  }
}

extension ReducerMacro: ExtensionMacro {
  package static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) -> [ExtensionDeclSyntax] {
    // An extension has the default isolation of the module, even if the type is `nonisolated`.
    let isolation = declaration.modifiers.contains(.nonisolated) ? "nonisolated " : ""
    guard
      let reducer = try? ReducerDeclaration(of: declaration, attribute: node, lexicalContext: context.lexicalContext)
    else { return [] }

    // The compiler does not request existing conformances, including those in extensions. Tools without type
    // information request all of them, so the inheritance clause is checked too.
    let requested = Set(protocols.flatMap(\.unqualifiedNames)).subtracting(declaration.inheritedNames)
    let missing = reducer.protocols.filter(requested.contains).map { isolation + "CounterpointCore.\($0)" }
    guard !missing.isEmpty else { return [] }
    let header = "extension \(type.trimmedDescription): \(missing.joined(separator: ", ")) {}"
    let source = (declaration.attributes.availability + [header]).joined(separator: "\n")
    return ["\(raw: source)" as DeclSyntax].compactMap { $0.as(ExtensionDeclSyntax.self) }
  }
}
