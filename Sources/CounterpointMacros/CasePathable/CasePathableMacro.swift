package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// Expands `@CasePathable`: the case paths as members, the conformances as an extension.
package enum CasePathableMacro {
  /// The macro's layout is the one that people see; the compiler is not to change it.
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
    // The other half of the macro has told what is wrong; a second error about a missing conformance would only distract.
    guard let paths = try? AllCasePaths(of: declaration) else { return [] }

    // An extension has the isolation that is the module's default. What the macro writes is of no actor.
    let isolation = paths.isWrittenByHand ? "" : "nonisolated "
    let missing = conformances(missingFrom: declaration, among: protocols)
      .filter { paths.isSequence || $0 != "CaseKeyPaths.CasePathIterable" }
      .map { isolation + $0 }
    guard !missing.isEmpty else { return [] }
    let header = "extension \(type.trimmedDescription): \(missing.joined(separator: ", ")) {}"
    let source = (declaration.attributes.availability + [header]).joined(separator: "\n")
    return ["\(raw: source)" as DeclSyntax].compactMap { $0.as(ExtensionDeclSyntax.self) }
  }

  /// What the compiler asks for and the enum doesn't say itself.
  ///
  /// The compiler leaves out what it knows to be there, in extensions too. Tools that expand macros without knowing types
  /// ask for everything, so that the enum's own clause is looked at here. `CasePathIterable` there does not spare the
  /// extension for `CasePathable`: without it, the compiler looks for `AllCasePaths` before it expands the members.
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
