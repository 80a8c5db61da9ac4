import SwiftDiagnostics
import SwiftSyntax

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
}

/// The errors of `@CasePathable`.
enum CasePathableMessage: DiagnosticMessage {
  case notAnEnum(keyword: String, name: String)
  case overloadedCase(String)
  case reservedCase(String)

  var message: String {
    switch self {
    case .notAnEnum(let keyword, let name): "'@CasePathable' cannot be applied to \(keyword) type '\(name)'"
    case .overloadedCase(let name): "'@CasePathable' cannot be applied to overloaded case name '\(name)'"
    case .reservedCase(let name):
      "'@CasePathable' cannot be applied to an enum with a case '\(name)': it adds a member of that name"
    }
  }

  var diagnosticID: MessageID {
    switch self {
    case .notAnEnum: MessageID(domain: "CasePathable", id: "notAnEnum")
    case .overloadedCase: MessageID(domain: "CasePathable", id: "overloadedCase")
    case .reservedCase: MessageID(domain: "CasePathable", id: "reservedCase")
    }
  }

  var severity: DiagnosticSeverity { .error }
}
