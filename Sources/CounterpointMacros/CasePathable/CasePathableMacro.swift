import SwiftDiagnostics
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
      let paths = try AllCasePaths(of: declaration, lexicalContext: context.lexicalContext)
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
    guard let paths = try? AllCasePaths(of: declaration, lexicalContext: context.lexicalContext) else { return [] }

    // An extension has the default isolation of the module, but the conformances must be nonisolated.
    let isolation = paths.isUserDefined ? "" : "nonisolated "
    let missing = conformances(missingFrom: declaration, among: protocols)
      .filter { paths.isSequence || $0 != "CaseKeyPaths.CasePathIterable" }
      .map { isolation + $0 }
    guard !missing.isEmpty, context.canExtend(declaration, attribute: node) else { return [] }
    return context.extending(declaration, "extension \(type.trimmedDescription): \(missing.joined(separator: ", "))")
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

/// The errors that prevent the generation of case paths.
struct CasePathableError: Error {
  /// At least one diagnostic.
  let diagnostics: [Diagnostic]
}

extension CasePathableError {
  /// Another kind of type, which has no cases.
  static func notAnEnum(_ declaration: some DeclGroupSyntax) -> CasePathableError {
    let type = declaration.asProtocol((any NamedDeclSyntax).self)?.name.text
    let extended = declaration.as(ExtensionDeclSyntax.self)?.extendedType.trimmedDescription
    let message = CasePathableMessage.notAnEnum(
      keyword: declaration.introducer.text,
      name: type ?? extended ?? "_"
    )
    return CasePathableError(diagnostics: [Diagnostic(node: declaration.introducer, message: message)])
  }

  /// An overloaded case, because `\.name` must identify one case.
  static func overloaded(_ cases: [EnumCase]) -> CasePathableError {
    CasePathableError(
      diagnostics: cases.map { Diagnostic(node: $0.name, message: CasePathableMessage.overloadedCase($0.identifier)) }
    )
  }

  /// A case whose name is that of a member which the macro adds.
  static func reserved(_ cases: [EnumCase]) -> CasePathableError {
    CasePathableError(
      diagnostics: cases.map { Diagnostic(node: $0.name, message: CasePathableMessage.reservedCase($0.identifier)) }
    )
  }

  /// A case with an `@autoclosure`, which no other type than a parameter's can have.
  static func autoclosures(_ cases: [EnumCase]) -> CasePathableError {
    CasePathableError(
      diagnostics: cases.map { Diagnostic(node: $0.name, message: CasePathableMessage.autoclosure($0.identifier)) }
    )
  }
}

/// The errors of `@CasePathable`.
enum CasePathableMessage: DiagnosticMessage {
  case notAnEnum(keyword: String, name: String)
  case overloadedCase(String)
  case reservedCase(String)
  case autoclosure(String)

  var message: String {
    switch self {
    case .notAnEnum(let keyword, let name): "'@CasePathable' cannot be applied to \(keyword) type '\(name)'"
    case .overloadedCase(let name): "'@CasePathable' cannot be applied to overloaded case name '\(name)'"
    case .reservedCase(let name):
      "'@CasePathable' cannot be applied to an enum with a case '\(name)': it adds a member of that name"
    case .autoclosure(let name):
      "'@CasePathable' cannot be applied to an enum with an '@autoclosure' in the case '\(name)': take a closure"
    }
  }

  var diagnosticID: MessageID {
    switch self {
    case .notAnEnum: MessageID(domain: "CasePathable", id: "notAnEnum")
    case .overloadedCase: MessageID(domain: "CasePathable", id: "overloadedCase")
    case .reservedCase: MessageID(domain: "CasePathable", id: "reservedCase")
    case .autoclosure: MessageID(domain: "CasePathable", id: "autoclosure")
    }
  }

  var severity: DiagnosticSeverity { .error }
}
