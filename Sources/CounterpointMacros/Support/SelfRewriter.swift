import SwiftSyntax

/// Replaces `Self` with the name of a type, in code that moves from that type into another.
final class SelfRewriter: SyntaxRewriter {
  private let typeName: String

  init(typeName: String) {
    self.typeName = typeName
    super.init()
  }

  override func visit(_ node: TokenSyntax) -> TokenSyntax {
    node.tokenKind == .keyword(.Self) ? node.with(\.tokenKind, .identifier(typeName)) : node
  }

  /// Returns the rewritten text of a node, without its trivia.
  func text(_ node: some SyntaxProtocol) -> String {
    rewrite(node.trimmed).trimmedDescription
  }
}
