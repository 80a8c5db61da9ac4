import SwiftDiagnostics
import SwiftSyntax

/// Why a property can't be an endpoint, and where.
struct EndpointError: Error {
  let diagnostic: Diagnostic

  private init(_ message: EndpointMessage, at node: some SyntaxProtocol, fixIts: [FixIt] = []) {
    self.diagnostic = Diagnostic(node: node, message: message, fixIts: fixIts)
  }

  /// Only a `var` can be overridden.
  static func notAVariable(_ declaration: VariableDeclSyntax) -> EndpointError {
    let keyword = declaration.bindingSpecifier
    let fixIt = FixIt(
      message: EndpointMessage.fixIt("Replace '\(keyword.text)' with 'var'", id: "replaceWithVar"),
      changes: [.replace(oldNode: Syntax(keyword), newNode: Syntax(keyword.with(\.tokenKind, .keyword(.var))))]
    )
    return EndpointError(.notAVariable, at: keyword, fixIts: [fixIt])
  }

  /// `static`, `class` or `lazy`.
  static func modifier(_ keyword: Keyword, in declaration: VariableDeclSyntax) -> EndpointError {
    let modifier = declaration.modifiers.first { $0.name.tokenKind == .keyword(keyword) }
    return EndpointError(.modifier(modifier?.name.text ?? ""), at: modifier.map(Syntax.init) ?? Syntax(declaration))
  }

  /// `var a, b: () -> Void`, or a pattern that takes a tuple apart.
  static func severalVariables(_ declaration: VariableDeclSyntax) -> EndpointError {
    EndpointError(.severalVariables, at: declaration.bindings)
  }

  /// No closure type is written.
  static func notAClosure(_ name: TokenSyntax, _ binding: PatternBindingSyntax) -> EndpointError {
    EndpointError(.notAClosure(name.unquoted), at: binding.typeAnnotation.map { Syntax($0.type) } ?? Syntax(name))
  }

  /// The property is computed, or observed.
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

  /// The name that tools know the macro by.
  private static let domain = "DependencyEndpoint"

  var message: String {
    switch self {
    case .notAVariable: "'@DependencyEndpoint' needs a 'var', so that the endpoint can be overridden"
    case .modifier(let keyword): "'@DependencyEndpoint' cannot be applied to a '\(keyword)' property"
    case .severalVariables: "'@DependencyEndpoint' needs a declaration with one name"
    case .notAClosure(let name): "'@DependencyEndpoint' needs a closure type to be written for '\(name)'"
    case .accessors(let name): "'@DependencyEndpoint' cannot be applied to '\(name)', which has accessors of its own"
    case .methodName: "'method' must be a string literal that is a valid name of a method"
    case .missingDefault(let type): "An endpoint that returns '\(type)' and cannot throw any error needs a default"
    case .notALiteral(let name): "The default of the endpoint '\(name)' must be a closure literal"
    case .unimplemented: "'@DependencyEndpoint' reports calls of the default by itself; 'unimplemented' is not needed"
    case .stopsTheProgram:
      "The default of an endpoint is run behind a report that the endpoint is unimplemented; this stops the test instead"
    case .variadic(let type): "A method cannot hand on the variadic parameter '\(type)...'; take an array"
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

  /// The text of a fix-it of this macro.
  static func fixIt(_ message: String, id: String) -> FixItText {
    FixItText(message, domain: domain, id: id)
  }
}
