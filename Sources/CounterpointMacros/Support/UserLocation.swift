import SwiftSyntax
import SwiftSyntaxMacros

extension MacroExpansionContext {
  /// Returns lines whose diagnostics the compiler reports at a line of the user's file, and not in the expansion.
  ///
  /// - Parameters:
  ///   - lines: Statements or declarations. The first is reported at the line of `node`, the next at the line after.
  ///   - node: A node of the user's file.
  /// - Returns: The lines between two `#sourceLocation`s; the same lines if the place of the node is not known.
  func located(_ lines: String..., at node: some SyntaxProtocol) -> Lines {
    guard let location = location(of: node, at: .afterLeadingTrivia, filePathMode: .filePath) else { return lines }
    return [location.directive] + lines + ["#sourceLocation()"]
  }

  /// Returns what to insert into a copy of a body of the user's, so that the compiler reports errors at the original.
  ///
  /// - Parameter body: The original body.
  /// - Returns: The text after the left brace and the one before the right brace; `nil` if the place is not known.
  func located(body: CodeBlockSyntax) -> (start: String, end: String)? {
    guard
      let location = location(of: body.leftBrace, at: .afterLeadingTrivia, filePathMode: .filePath),
      let column = Int(location.column.trimmedDescription)
    else { return nil }
    // What follows the brace on its line keeps its column.
    return ("\n\(location.directive)\n" + String(repeating: " ", count: column), "\n#sourceLocation()\n")
  }
}

extension AbstractSourceLocation {
  /// The directive after which the compiler counts lines from this place.
  fileprivate var directive: String { "#sourceLocation(file: \(file), line: \(line))" }
}
