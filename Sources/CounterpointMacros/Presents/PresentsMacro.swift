import SwiftDiagnostics
package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// Expands `@Presents`: adds accessors that record reads and writes of the presented state, its storage, and
/// `$name`.
package enum PresentsMacro {
  /// Disabled, because the macro formats its own output.
  package static var formatMode: FormatMode { .disabled }

  private static func property(
    of declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws(PresentsError) -> PresentedProperty {
    guard context.isInObservableState else { throw .notInAnObservableState }
    return try PresentedProperty(declaration)
  }
}

extension PresentsMacro: AccessorMacro {
  package static func expansion(
    of node: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [AccessorDeclSyntax] {
    // The peer role reports the errors.
    guard let property = try? property(of: declaration, in: context) else { return [] }
    return property.accessors.map { "\(raw: $0.joined(separator: "\n"))" }
  }
}

extension PresentsMacro: PeerMacro {
  package static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    do {
      return try property(of: declaration, in: context).peers(in: context)
    } catch {
      context.diagnose(error.diagnostic(of: node))
      return []
    }
  }
}

/// The error that prevents the use of `@Presents`.
enum PresentsError: Error {
  case notInAnObservableState
  case notAProperty
  case constant(VariableDeclSyntax)
  case noType(PatternSyntax)
  case notOptional(TypeSyntax)
  case combined(AttributeSyntax)

  /// Returns the diagnostic for the error.
  ///
  /// - Parameter attribute: The macro's attribute.
  func diagnostic(of attribute: AttributeSyntax) -> Diagnostic {
    let message = PresentsMessage(error: self)
    switch self {
    case .notInAnObservableState:
      return Diagnostic(node: attribute, message: message, fixIts: [attribute.renaming(to: "PresentationState")])
    case .notAProperty:
      return Diagnostic(node: attribute, message: message)
    case .constant(let declaration):
      let old = declaration.bindingSpecifier
      let new = old.with(\.tokenKind, .keyword(.var))
      return Diagnostic(
        node: old,
        message: message,
        fixIts: [
          FixIt(
            message: FixItText("Replace 'let' with 'var'", domain: "Presents", id: "useVar"),
            changes: [.replace(oldNode: Syntax(old), newNode: Syntax(new))]
          )
        ]
      )
    case .combined(let other):
      return Diagnostic(node: other, message: message)
    case .noType(let pattern):
      return Diagnostic(node: pattern, message: message)
    case .notOptional(let type):
      let optional: TypeSyntax = "\(type.trimmed)?"
      let new = optional.with(\.leadingTrivia, type.leadingTrivia).with(\.trailingTrivia, type.trailingTrivia)
      return Diagnostic(
        node: type,
        message: message,
        fixIts: [
          FixIt(
            message: FixItText("Make the type optional", domain: "Presents", id: "makeOptional"),
            changes: [.replace(oldNode: Syntax(type), newNode: Syntax(new))]
          )
        ]
      )
    }
  }
}

/// The errors of `@Presents`.
struct PresentsMessage: DiagnosticMessage {
  let error: PresentsError

  var message: String {
    switch error {
    case .notInAnObservableState:
      "'@Presents' needs '@ObservableState' on the struct around it; use '@PresentationState' elsewhere"
    case .notAProperty: "'@Presents' needs a single stored instance 'var' without observers"
    case .constant: "'@Presents' needs a 'var', because the presented state changes"
    case .noType: "'@Presents' needs a type annotation"
    case .combined(let other): "'@Presents' cannot be combined with '@\(other.unqualifiedName)'"
    case .notOptional: "'@Presents' needs an optional type: 'nil' while nothing is presented"
    }
  }

  var diagnosticID: MessageID {
    let id =
      switch error {
      case .notInAnObservableState: "notInAnObservableState"
      case .notAProperty: "notAProperty"
      case .constant: "constant"
      case .noType: "noType"
      case .notOptional: "notOptional"
      case .combined: "combined"
      }
    return MessageID(domain: "Presents", id: id)
  }

  var severity: DiagnosticSeverity { .error }
}
