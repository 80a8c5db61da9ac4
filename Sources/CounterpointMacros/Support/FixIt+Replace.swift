import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

/// What a fix-it says that it does.
struct FixItText: FixItMessage {
  let message: String
  let fixItID: MessageID

  init(_ message: String, id: String) {
    self.message = message
    self.fixItID = MessageID(domain: "Counterpoint", id: id)
  }
}

extension AttributeSyntax {
  /// Replaces the attribute by the one of another macro, without arguments.
  func renaming(to name: String) -> FixIt {
    var renamed: AttributeSyntax = "@\(raw: name)"
    renamed.leadingTrivia = leadingTrivia
    renamed.trailingTrivia = trailingTrivia
    return FixIt(
      message: FixItText("Replace '\(trimmedDescription)' by '@\(name)'", id: "rename"),
      changes: [.replace(oldNode: Syntax(self), newNode: Syntax(renamed))]
    )
  }
}
