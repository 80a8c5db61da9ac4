import SwiftDiagnostics
package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// Expands `@DependencyEntry`: the property accesses `DependencyValues` by a key, which is generated beside it.
package enum DependencyEntryMacro {
  /// Disabled, because the macro formats its own output.
  package static var formatMode: FormatMode { .disabled }
}

extension DependencyEntryMacro: AccessorMacro {
  package static func expansion(
    of node: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [AccessorDeclSyntax] {
    // The peer role reports the errors.
    guard let entry = try? Entry(declaration, attribute: node, lexicalContext: context.lexicalContext) else {
      return declaration.accessorsOfInvalidProperty
    }
    return entry.accessors.indented.map { "\(raw: $0)" }
  }
}

extension DependencyEntryMacro: PeerMacro {
  package static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    do {
      let entry = try Entry(declaration, attribute: node, lexicalContext: context.lexicalContext)
      return [entry.keyDeclaration(in: context)]
    } catch {
      context.diagnose(error.diagnostic)
      return []
    }
  }
}

extension DeclSyntaxProtocol {
  /// The accessors of an invalid property, so that the compiler doesn't also report a stored property in an
  /// extension.
  ///
  /// Empty if the property can't have accessors.
  fileprivate var accessorsOfInvalidProperty: [AccessorDeclSyntax] {
    guard let property = self.as(VariableDeclSyntax.self), property.bindingSpecifier.tokenKind == .keyword(.var),
      let binding = property.bindings.first, property.bindings.count == 1, binding.typeAnnotation != nil,
      binding.accessorBlock == nil, binding.initializer == nil
    else { return [] }
    return ["  get { Swift.fatalError() }", "  set {}"]
  }
}

/// The error that prevents a property from being an entry of `DependencyValues`, with its source location.
struct EntryError: Error {
  let diagnostic: Diagnostic

  private init(_ message: EntryMessage, at node: some SyntaxProtocol, fixIts: [FixIt] = []) {
    self.diagnostic = Diagnostic(node: node, message: message, fixIts: fixIts)
  }

  /// Another kind of declaration, for example a function.
  static func notAVariable(_ declaration: some DeclSyntaxProtocol) -> EntryError {
    EntryError(.notAVariable, at: declaration)
  }

  /// A constant, which can't be overridden.
  static func constant(_ declaration: VariableDeclSyntax) -> EntryError {
    let keyword = declaration.bindingSpecifier
    let fixIt = FixIt(
      message: EntryMessage.fixIt("Replace 'let' with 'var'", id: "replaceWithVar"),
      changes: [.replace(oldNode: Syntax(keyword), newNode: Syntax(keyword.with(\.tokenKind, .keyword(.var))))]
    )
    return EntryError(.notAVariable, at: keyword, fixIts: [fixIt])
  }

  /// A property outside of an extension of `DependencyValues`, or a `static` property.
  static func elsewhere(_ attribute: AttributeSyntax) -> EntryError {
    EntryError(.elsewhere, at: attribute)
  }

  /// A property with accessors, several properties in one declaration, or a pattern.
  static func notStored(_ declaration: VariableDeclSyntax) -> EntryError {
    EntryError(.notStored, at: declaration.bindings)
  }

  /// A property without any value.
  static func noValue(_ binding: PatternBindingSyntax) -> EntryError {
    EntryError(.noValue(binding.pattern.trimmedDescription), at: binding)
  }

  /// A property whose value does not determine its type.
  static func missingType(_ binding: PatternBindingSyntax) -> EntryError {
    let fixIt = FixIt(
      message: EntryMessage.fixIt("Insert a type", id: "insertType"),
      changes: [.replace(oldNode: Syntax(binding), newNode: Syntax(binding.withTypePlaceholder))]
    )
    return EntryError(.missingType(binding.pattern.trimmedDescription), at: binding.pattern, fixIts: [fixIt])
  }

  /// A first argument that is not a valid name.
  static func keyName(_ expression: ExprSyntax) -> EntryError {
    EntryError(.keyName, at: expression)
  }
}

/// The errors of `@DependencyEntry`.
enum EntryMessage: DiagnosticMessage {
  case notAVariable
  case elsewhere
  case notStored
  case noValue(String)
  case missingType(String)
  case keyName

  /// The identifier of the macro for tools.
  private static let domain = "DependencyEntry"

  var message: String {
    switch self {
    case .notAVariable: "'@DependencyEntry' can only be applied to a 'var'"
    case .elsewhere:
      "'@DependencyEntry' can only be applied to an instance property in an extension of 'DependencyValues'"
    case .notStored: "'@DependencyEntry' needs a declaration of one name, without accessors"
    case .noValue(let name): "'@DependencyEntry' needs a value for '\(name)': a test value after '=', or 'liveValue'"
    case .missingType(let name): "'@DependencyEntry' needs a type annotation for '\(name)'"
    case .keyName: "The name of the key must be a string literal that is a valid name of a type"
    }
  }

  var diagnosticID: MessageID {
    let id =
      switch self {
      case .notAVariable: "notAVariable"
      case .elsewhere: "elsewhere"
      case .notStored: "notStored"
      case .noValue: "noValue"
      case .missingType: "missingType"
      case .keyName: "keyName"
      }
    return MessageID(domain: Self.domain, id: id)
  }

  var severity: DiagnosticSeverity { .error }

  /// Returns the message of a fix-it of this macro.
  static func fixIt(_ message: String, id: String) -> FixItText {
    FixItText(message, domain: domain, id: id)
  }
}
