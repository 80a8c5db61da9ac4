import SwiftDiagnostics
import SwiftSyntax

/// Why a property can't be an entry of `DependencyValues`, and where.
struct EntryError: Error {
  let diagnostic: Diagnostic

  private init(_ message: EntryMessage, at node: some SyntaxProtocol, fixIts: [FixIt] = []) {
    self.diagnostic = Diagnostic(node: node, message: message, fixIts: fixIts)
  }

  /// A function, say.
  static func notAVariable(_ declaration: some DeclSyntaxProtocol) -> EntryError {
    EntryError(.notAVariable, at: declaration)
  }

  /// `let`: nobody could override it.
  static func constant(_ declaration: VariableDeclSyntax) -> EntryError {
    let keyword = declaration.bindingSpecifier
    let fixIt = FixIt(
      message: EntryMessage.fixIt("Replace 'let' with 'var'", id: "replaceWithVar"),
      changes: [.replace(oldNode: Syntax(keyword), newNode: Syntax(keyword.with(\.tokenKind, .keyword(.var))))]
    )
    return EntryError(.notAVariable, at: keyword, fixIts: [fixIt])
  }

  /// Somewhere else than in an extension of `DependencyValues`, or `static` there.
  static func elsewhere(_ attribute: AttributeSyntax) -> EntryError {
    EntryError(.elsewhere, at: attribute)
  }

  /// The property has accessors, or there are several, or a pattern.
  static func notStored(_ declaration: VariableDeclSyntax) -> EntryError {
    EntryError(.notStored, at: declaration.bindings)
  }

  /// There is nothing to be read.
  static func noValue(_ binding: PatternBindingSyntax) -> EntryError {
    EntryError(.noValue(binding.pattern.trimmedDescription), at: binding)
  }

  /// The value does not say of which type it is.
  static func missingType(_ binding: PatternBindingSyntax) -> EntryError {
    let fixIt = FixIt(
      message: EntryMessage.fixIt("Insert a type", id: "insertType"),
      changes: [.replace(oldNode: Syntax(binding), newNode: Syntax(binding.withTypePlaceholder))]
    )
    return EntryError(.missingType(binding.pattern.trimmedDescription), at: binding.pattern, fixIts: [fixIt])
  }

  /// The first argument is no name.
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

  /// The name that tools know the macro by.
  private static let domain = "DependencyEntry"

  var message: String {
    switch self {
    case .notAVariable: "'@DependencyEntry' can only be applied to a 'var'"
    case .elsewhere:
      "'@DependencyEntry' can only be applied to an instance property in an extension of 'DependencyValues'"
    case .notStored: "'@DependencyEntry' needs a declaration of one name, without accessors"
    case .noValue(let name): "'@DependencyEntry' needs a value for '\(name)': a test value behind '=', or 'liveValue'"
    case .missingType(let name): "'@DependencyEntry' needs a type to be written for '\(name)'"
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

  /// The text of a fix-it of this macro.
  static func fixIt(_ message: String, id: String) -> FixItText {
    FixItText(message, domain: domain, id: id)
  }
}
