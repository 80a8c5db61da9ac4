import SwiftDiagnostics
import SwiftSyntax

/// Why there can be no case paths, with all the places that are to blame.
struct CasePathableError: Error {
  /// At least one.
  let diagnostics: [Diagnostic]
}

extension CasePathableError {
  /// Only enums have cases.
  static func notAnEnum(_ declaration: some DeclGroupSyntax) -> CasePathableError {
    let type = declaration.asProtocol((any NamedDeclSyntax).self)?.name.text
    let extended = declaration.as(ExtensionDeclSyntax.self)?.extendedType.trimmedDescription
    let message = CasePathableMessage.notAnEnum(
      keyword: declaration.introducer.text,
      name: type ?? extended ?? "_"
    )
    return CasePathableError(diagnostics: [Diagnostic(node: declaration.introducer, message: message)])
  }

  /// `\.name` can name one case only.
  static func overloaded(_ cases: [EnumCase]) -> CasePathableError {
    CasePathableError(
      diagnostics: cases.map { Diagnostic(node: $0.name, message: CasePathableMessage.overloadedCase($0.identifier)) }
    )
  }

  /// The macro adds members of these names.
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
