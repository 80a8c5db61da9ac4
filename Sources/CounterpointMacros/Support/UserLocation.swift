import SwiftSyntax
import SwiftSyntaxBuilder
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
    return [location.directive()] + lines + ["#sourceLocation()"]
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
    return ("\n\(location.directive())\n" + String(repeating: " ", count: column), "\n#sourceLocation()\n")
  }
}

extension MacroExpansionContext {
  /// Returns an extension of a type. The compiler reports what the type lacks for a conformance at the type's line.
  ///
  /// - Parameters:
  ///   - declaration: The type.
  ///   - header: The text from `extension` to the last protocol.
  ///   - members: The members. Errors in them are reported in the expansion.
  func extending(_ declaration: some DeclGroupSyntax, _ header: String, members: Lines = []) -> [ExtensionDeclSyntax] {
    let availability = declaration.attributes.availability
    let lines = availability + (members.isEmpty ? ["\(header) {}"] : ["\(header) {"] + members.indented + ["}"])
    let located = located(lines, header: availability.count, at: declaration.introducer)
    return [located].compactMap { $0.as(ExtensionDeclSyntax.self) }
  }

  /// Returns a declaration. The compiler reports errors in its header at the line of a node of the user's file.
  ///
  /// - Parameters:
  ///   - lines: The lines of the declaration. Errors in the lines after the header are reported in the expansion.
  ///   - header: The index of the line of the header, which may have attributes before it.
  ///   - node: A node of the user's file.
  func located(_ lines: Lines, header: Int = 0, at node: some SyntaxProtocol) -> DeclSyntax {
    let end = "#sourceLocation()"
    guard let location = location(of: node, at: .afterLeadingTrivia, filePathMode: .filePath) else {
      return "\(raw: lines.joined(separator: "\n"))"
    }
    let hasBody = lines.count > header + 1
    let source = hasBody ? lines[...header] + [end] + lines[(header + 1)...] : lines[...]
    // Directives around a declaration are no part of its syntax, so they are trivia.
    return ("\(raw: source.joined(separator: "\n"))" as DeclSyntax)
      .with(\.leadingTrivia, .unexpectedText(location.directive(linesBefore: header) + "\n"))
      .with(\.trailingTrivia, hasBody ? [] : .unexpectedText("\n" + end))
  }
}

extension AbstractSourceLocation {
  /// Returns the directive after which the compiler counts lines from this place, or from some lines before it.
  fileprivate func directive(linesBefore count: Int = 0) -> String {
    let line = Int(line.trimmedDescription).map { max($0 - count, 1) } ?? 1
    return "#sourceLocation(file: \(file), line: \(line))"
  }
}
