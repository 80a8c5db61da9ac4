import SwiftParser
import SwiftSyntax

/// A parsed source file of a target.
struct SourceFile: Sendable {
  /// The path, relative to the folder of the package.
  let path: String
  /// The target without its files.
  let target: PackageInventory.Target
  let text: String
  let tree: SourceFileSyntax
  private let converter: SourceLocationConverter

  /// Parses a text. Errors in its syntax are left to the compiler.
  init(path: String, target: PackageInventory.Target, text: String) {
    self.path = path
    self.target = target
    self.text = text
    tree = Parser.parse(source: text)
    converter = SourceLocationConverter(fileName: path, tree: tree)
  }

  /// Returns the line and the column of a node's first token, both counted from 1.
  func position(of node: some SyntaxProtocol) -> (line: Int, column: Int) {
    position(at: node.positionAfterSkippingLeadingTrivia)
  }

  /// Returns the line and the column of an offset.
  func position(at offset: AbsolutePosition) -> (line: Int, column: Int) {
    let location = converter.location(for: offset)
    return (location.line, location.column)
  }

  /// Whether the text contains one of some words, which is much faster than a visit of the tree.
  func contains(_ words: String...) -> Bool { words.contains { text.contains($0) } }
}
