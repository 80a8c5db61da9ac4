package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// Expands `@CasePathable`: adds the case paths as members and the conformances in an extension.
package enum CasePathableMacro {
  /// Disabled, because the macro formats its own output.
  package static var formatMode: FormatMode { .disabled }
}

extension CasePathableMacro: MemberMacro {
  package static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    do {
      let paths = try AllCasePaths(of: declaration)
      return paths.members.map { "\(raw: $0.joined(separator: "\n"))" }
    } catch {
      error.diagnostics.forEach(context.diagnose)
      return []
    }
  }
}

extension CasePathableMacro: ExtensionMacro {
  package static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) -> [ExtensionDeclSyntax] {
    // The member role has reported the errors. A further error about a missing conformance would distract from them.
    guard let paths = try? AllCasePaths(of: declaration) else { return [] }

    // An extension has the default isolation of the module, but the conformances must be nonisolated.
    let isolation = paths.isWrittenByHand ? "" : "nonisolated "
    let missing = conformances(missingFrom: declaration, among: protocols)
      .filter { paths.isSequence || $0 != "CaseKeyPaths.CasePathIterable" }
      .map { isolation + $0 }
    guard !missing.isEmpty else { return [] }
    let header = "extension \(type.trimmedDescription): \(missing.joined(separator: ", ")) {}"
    let source = (declaration.attributes.availability + [header]).joined(separator: "\n")
    return ["\(raw: source)" as DeclSyntax].compactMap { $0.as(ExtensionDeclSyntax.self) }
  }

  /// Returns the conformances that the compiler requests and the enum does not declare.
  ///
  /// The compiler does not request existing conformances, including those in extensions. Tools that expand macros
  /// without type information request all of them, so this function also checks the inheritance clause. A
  /// `CasePathIterable` there does not replace the extension for `CasePathable`. Without the extension, the compiler
  /// needs `AllCasePaths` before it expands the members.
  private static func conformances(
    missingFrom declaration: some DeclGroupSyntax,
    among protocols: [TypeSyntax]
  ) -> [String] {
    let existing = declaration.inheritedNames
    let requested = protocols.map { $0.trimmedDescription.split(separator: ".").last.map(String.init) }
    return ["CasePathable", "CasePathIterable"]
      .filter { requested.contains($0) && !existing.contains($0) }
      .map { "CaseKeyPaths.\($0)" }
  }
}
