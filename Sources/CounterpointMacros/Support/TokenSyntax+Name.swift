import SwiftParser
import SwiftSyntax

extension TokenSyntax {
  /// The name without back-ticks.
  var unquoted: String { identifier?.name ?? text }
}

extension String {
  /// The name as it has to be written where a variable or a function is declared: in back-ticks where it needs them.
  var quotedIfNeeded: String {
    isValidSwiftIdentifier(for: .variableName) ? self : "`\(self)`"
  }
}
