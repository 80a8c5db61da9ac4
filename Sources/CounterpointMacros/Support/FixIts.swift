import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

/// The message of a fix-it.
struct FixItText: FixItMessage {
  let message: String
  let fixItID: MessageID

  /// - Parameters:
  ///   - message: The text, in the imperative mood.
  ///   - domain: The name of the macro.
  ///   - id: The identifier of the fix-it for tools.
  init(_ message: String, domain: String, id: String) {
    self.message = message
    self.fixItID = MessageID(domain: domain, id: id)
  }
}

extension AttributeSyntax {
  /// Returns a fix-it that replaces the attribute with that of another macro, without arguments.
  func renaming(to name: String) -> FixIt {
    var renamed: AttributeSyntax = "@\(raw: name)"
    renamed.leadingTrivia = leadingTrivia
    renamed.trailingTrivia = trailingTrivia
    return FixIt(
      message: FixItText("Replace '\(trimmedDescription)' with '@\(name)'", domain: "Counterpoint", id: "rename"),
      changes: [.replace(oldNode: Syntax(self), newNode: Syntax(renamed))]
    )
  }
}

extension PatternBindingSyntax {
  /// The binding with a placeholder for its type: `x: <#Type#> = f()` for `x = f()`.
  var withTypePlaceholder: PatternBindingSyntax { with(type: "<#Type#>") }

  /// Returns the binding with a type annotation.
  func with(type: String) -> PatternBindingSyntax {
    var binding = self
    binding.pattern.trailingTrivia = []
    binding.typeAnnotation = TypeAnnotationSyntax(
      colon: .colonToken(trailingTrivia: .space),
      type: IdentifierTypeSyntax(name: .identifier(type)),
      trailingTrivia: pattern.trailingTrivia
    )
    return binding
  }
}
