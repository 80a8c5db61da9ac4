import SwiftDiagnostics
package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// Expands `@DependencyEndpoint`: the property becomes computed, over a stored property; labels also add a method.
package enum DependencyEndpointMacro {
  /// Disabled, because the macro formats its own output.
  package static var formatMode: FormatMode { .disabled }
}

extension DependencyEndpointMacro: AccessorMacro {
  package static func expansion(
    of node: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [AccessorDeclSyntax] {
    // The peer role reports the errors.
    guard let declaration = declaration.as(VariableDeclSyntax.self),
      let endpoint = try? Endpoint(declaration, attribute: node, lexicalContext: context.lexicalContext)
    else { return [] }
    return endpoint.accessors.map { "\(raw: $0.indented.joined(separator: "\n"))" }
  }
}

extension DependencyEndpointMacro: PeerMacro {
  package static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    // The compiler itself reports an accessor macro on another kind of declaration.
    guard let declaration = declaration.as(VariableDeclSyntax.self) else { return [] }
    do {
      let endpoint = try Endpoint(declaration, attribute: node, lexicalContext: context.lexicalContext)
      let diagnostics = endpoint.diagnostics
      diagnostics.forEach(context.diagnose)
      let isVariadic = endpoint.function.parameters.contains { $0.ellipsis != nil }
      let method: [DeclSyntax] =
        endpoint.hasMethod && !isVariadic ? ["\(raw: endpoint.method.joined(separator: "\n"))"] : []
      return [context.located(endpoint.storage, at: endpoint.place)] + method
    } catch {
      context.diagnose(error.diagnostic)
      return []
    }
  }
}

/// Expands `@DependencyEndpointIgnored` to nothing: it is a marker for `@DependencyClient`.
package enum DependencyEndpointIgnoredMacro: MarkerMacro {}

/// The error that prevents a property from being an endpoint, with its source location.
struct EndpointError: Error {
  let diagnostic: Diagnostic

  private init(_ message: EndpointMessage, at node: some SyntaxProtocol, fixIts: [FixIt] = []) {
    self.diagnostic = Diagnostic(node: node, message: message, fixIts: fixIts)
  }

  /// A constant, which can't be overridden.
  static func notAVariable(_ declaration: VariableDeclSyntax) -> EndpointError {
    let keyword = declaration.bindingSpecifier
    let fixIt = FixIt(
      message: EndpointMessage.fixIt("Replace '\(keyword.text)' with 'var'", id: "replaceWithVar"),
      changes: [.replace(oldNode: Syntax(keyword), newNode: Syntax(keyword.with(\.tokenKind, .keyword(.var))))]
    )
    return EndpointError(.notAVariable, at: keyword, fixIts: [fixIt])
  }

  /// A `static`, `class` or `lazy` property.
  static func modifier(_ keyword: Keyword, in declaration: VariableDeclSyntax) -> EndpointError {
    let modifier = declaration.modifiers.first { $0.name.tokenKind == .keyword(keyword) }
    return EndpointError(.modifier(modifier?.name.text ?? ""), at: modifier.map(Syntax.init) ?? Syntax(declaration))
  }

  /// `var a, b: () -> Void`, or a tuple pattern.
  static func severalVariables(_ declaration: VariableDeclSyntax) -> EndpointError {
    EndpointError(.severalVariables, at: declaration.bindings)
  }

  /// A property without a closure type in its annotation.
  static func notAClosure(_ name: TokenSyntax, _ binding: PatternBindingSyntax) -> EndpointError {
    EndpointError(.notAClosure(name.unquoted), at: binding.typeAnnotation.map { Syntax($0.type) } ?? Syntax(name))
  }

  /// A computed or observed property.
  static func accessors(_ name: TokenSyntax, _ accessors: AccessorBlockSyntax) -> EndpointError {
    EndpointError(.accessors(name.unquoted), at: accessors)
  }
}

/// The errors and warnings of `@DependencyEndpoint`.
enum EndpointMessage: DiagnosticMessage {
  case notAVariable
  case modifier(String)
  case severalVariables
  case notAClosure(String)
  case accessors(String)
  case methodName
  case missingDefault(String)
  case notALiteral(String)
  case unimplemented
  case stopsTheProgram
  case variadic(String)

  /// The identifier of the macro for tools.
  private static let domain = "DependencyEndpoint"

  var message: String {
    switch self {
    case .notAVariable: "'@DependencyEndpoint' needs a 'var', so that the endpoint can be overridden"
    case .modifier(let keyword): "'@DependencyEndpoint' cannot be applied to a '\(keyword)' property"
    case .severalVariables: "'@DependencyEndpoint' needs a declaration with one name"
    case .notAClosure(let name):
      "'@DependencyEndpoint' needs an annotation with a closure type for '\(name)', and not an alias of one"
    case .accessors(let name): "'@DependencyEndpoint' cannot be applied to '\(name)', which has accessors of its own"
    case .methodName: "'method' must be a string literal that is a valid name of a method"
    case .missingDefault(let type): "An endpoint that returns '\(type)' and cannot throw any error needs a default"
    case .notALiteral(let name): "The default of the endpoint '\(name)' must be a closure literal"
    case .unimplemented: "'@DependencyEndpoint' already reports calls of the default; 'unimplemented' is not needed"
    case .stopsTheProgram:
      "The default of an endpoint runs after the report that the endpoint is unimplemented; this stops the test instead"
    case .variadic(let type): "A method cannot forward the variadic parameter '\(type)...'; take an array"
    }
  }

  var diagnosticID: MessageID {
    let id =
      switch self {
      case .notAVariable: "notAVariable"
      case .modifier: "modifier"
      case .severalVariables: "severalVariables"
      case .notAClosure: "notAClosure"
      case .accessors: "accessors"
      case .methodName: "methodName"
      case .missingDefault: "missingDefault"
      case .notALiteral: "notALiteral"
      case .unimplemented: "unimplemented"
      case .stopsTheProgram: "stopsTheProgram"
      case .variadic: "variadic"
      }
    return MessageID(domain: Self.domain, id: id)
  }

  var severity: DiagnosticSeverity {
    switch self {
    case .unimplemented, .stopsTheProgram: .warning
    default: .error
    }
  }

  /// Returns the message of a fix-it of this macro.
  static func fixIt(_ message: String, id: String) -> FixItText {
    FixItText(message, domain: domain, id: id)
  }
}
