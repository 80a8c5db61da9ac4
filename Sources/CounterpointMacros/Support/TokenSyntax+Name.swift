import SwiftParser
import SwiftSyntax

extension TokenSyntax {
  /// The name without backticks.
  var unquoted: String { identifier?.name ?? text }
}

extension String {
  /// The name as it is written in the declaration of a variable or a function, with backticks if necessary.
  var quotedIfNeeded: String {
    isValidSwiftIdentifier(for: .variableName) ? self : "`\(self)`"
  }
}
