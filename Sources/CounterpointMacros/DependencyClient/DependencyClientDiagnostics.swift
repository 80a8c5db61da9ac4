import SwiftDiagnostics
import SwiftSyntax

extension Diagnostic {
  /// A client is a value that is copied and overridden one endpoint at a time.
  static func notAStruct(_ declaration: some DeclGroupSyntax) -> Diagnostic {
    Diagnostic(
      node: declaration.introducer,
      message: DependencyClientMessage.notAStruct(keyword: declaration.introducer.text)
    )
  }

  /// A parameter needs a type, and macros know only what is written.
  static func missingType(of property: ClientProperty) -> Diagnostic {
    return Diagnostic(
      node: property.binding.pattern,
      message: DependencyClientMessage.missingType(property.name.unquoted),
      fixIt: FixIt(
        message: FixItText("Insert a type", domain: DependencyClientMessage.domain, id: "insertType"),
        changes: [.replace(oldNode: Syntax(property.binding), newNode: Syntax(property.binding.withTypePlaceholder))]
      )
    )
  }
}

/// The errors of `@DependencyClient`.
enum DependencyClientMessage: DiagnosticMessage {
  case notAStruct(keyword: String)
  case missingType(String)

  /// The name that tools know the macro by.
  static let domain = "DependencyClient"

  var message: String {
    switch self {
    case .notAStruct(let keyword): "'@DependencyClient' can only be applied to structs, not to \(keyword) types"
    case .missingType(let name): "'@DependencyClient' needs a type to be written for '\(name)', which initialisers set"
    }
  }

  var diagnosticID: MessageID {
    switch self {
    case .notAStruct: MessageID(domain: Self.domain, id: "notAStruct")
    case .missingType: MessageID(domain: Self.domain, id: "missingType")
    }
  }

  var severity: DiagnosticSeverity { .error }
}
