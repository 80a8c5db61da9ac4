import SwiftDiagnostics
import SwiftSyntax

extension Diagnostic {
  /// The attribute is not on a struct. A client is a value that is copied and overridden one endpoint at a time.
  static func notAStruct(_ declaration: some DeclGroupSyntax) -> Diagnostic {
    Diagnostic(
      node: declaration.introducer,
      message: DependencyClientMessage.notAStruct(keyword: declaration.introducer.text)
    )
  }

  /// A property has no type annotation. A parameter needs a type, and a macro can't infer it.
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

  /// The identifier of the macro for tools.
  static let domain = "DependencyClient"

  var message: String {
    switch self {
    case .notAStruct(let keyword): "'@DependencyClient' can only be applied to structs, not to \(keyword) types"
    case .missingType(let name): "'@DependencyClient' needs a type annotation for '\(name)', which initializers set"
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
