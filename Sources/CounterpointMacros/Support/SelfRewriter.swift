import SwiftSyntax

/// Writes the name of a type for `Self`, for what moves from that type into another, where `Self` is another type.
final class SelfRewriter: SyntaxRewriter {
  private let typeName: String

  init(typeName: String) {
    self.typeName = typeName
    super.init()
  }

  override func visit(_ node: TokenSyntax) -> TokenSyntax {
    node.tokenKind == .keyword(.Self) ? node.with(\.tokenKind, .identifier(typeName)) : node
  }

  /// The text of a piece of source, without what stands around it.
  func text(_ node: some SyntaxProtocol) -> String {
    rewrite(node.trimmed).trimmedDescription
  }
}
