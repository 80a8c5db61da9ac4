import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

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
