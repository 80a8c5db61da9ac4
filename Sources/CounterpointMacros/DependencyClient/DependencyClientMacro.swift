import SwiftDiagnostics
package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// Expands `@DependencyClient`: closures become endpoints, and the struct gets initializers.
package enum DependencyClientMacro {
  /// Disabled, because the macro formats its own output.
  package static var formatMode: FormatMode { .disabled }
}

extension DependencyClientMacro: MemberMacro {
  package static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    guard let declaration = declaration.as(StructDeclSyntax.self) else {
      context.diagnose(.notAStruct(declaration))
      return []
    }
    let client = Client(declaration, lexicalContext: context.lexicalContext)
    guard client.hasEndpoints else { return [] }
    for property in client.properties.flatMap(\.elements) where property.type == nil {
      context.diagnose(.missingType(of: property))
    }
    client.tuples.forEach { context.diagnose(.tuple($0)) }
    return client.initializers.map { "\(raw: $0.joined(separator: "\n"))" }
  }
}

extension DependencyClientMacro: MemberAttributeMacro {
  package static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [AttributeSyntax] {
    guard declaration.is(StructDeclSyntax.self), let property = member.as(VariableDeclSyntax.self), property.isEndpoint
    else { return [] }
    let attribute = property.attributes.first(named: "DependencyEndpoint")
    let hasMethod = (try? Endpoint(property, attribute: attribute))?.hasMethod ?? false
    return (attribute == nil ? ["@Counterpoint.DependencyEndpoint"] : [])
      + (hasMethod ? Endpoint.hiding : [])
      .map { "\(raw: $0)" as AttributeSyntax }
  }
}

extension Diagnostic {
  /// The attribute is not on a struct. A client is a value that is copied and overridden one endpoint at a time.
  static func notAStruct(_ declaration: some DeclGroupSyntax) -> Diagnostic {
    Diagnostic(
      node: declaration.introducer,
      message: DependencyClientMessage.notAStruct(keyword: declaration.introducer.text)
    )
  }

  /// Properties are declared as a tuple, which a parameter can't set.
  static func tuple(_ pattern: PatternSyntax) -> Diagnostic {
    Diagnostic(node: pattern, message: DependencyClientMessage.tuple)
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
  case tuple

  /// The identifier of the macro for tools.
  static let domain = "DependencyClient"

  var message: String {
    switch self {
    case .notAStruct(let keyword): "'@DependencyClient' can only be applied to structs, not to \(keyword) types"
    case .missingType(let name): "'@DependencyClient' needs a type annotation for '\(name)', which initializers set"
    case .tuple: "'@DependencyClient' needs a separate declaration for each property, which initializers set"
    }
  }

  var diagnosticID: MessageID {
    switch self {
    case .notAStruct: MessageID(domain: Self.domain, id: "notAStruct")
    case .missingType: MessageID(domain: Self.domain, id: "missingType")
    case .tuple: MessageID(domain: Self.domain, id: "tuple")
    }
  }

  var severity: DiagnosticSeverity { .error }
}
