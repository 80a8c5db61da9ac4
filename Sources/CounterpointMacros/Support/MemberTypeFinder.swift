import SwiftSyntax

extension TypeSyntax {
  /// Whether the type has `name` or `Self.name` in it, which then is to be a member of what it stands in.
  func refers(toMember name: String) -> Bool {
    let finder = MemberTypeFinder(name)
    finder.walk(self)
    return finder.found
  }
}

private final class MemberTypeFinder: SyntaxVisitor {
  private let name: String
  var found = false

  init(_ name: String) {
    self.name = name
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
    if node.name.text == name { found = true }
    return .visitChildren
  }

  override func visit(_ node: MemberTypeSyntax) -> SyntaxVisitorContinueKind {
    if node.name.text == name, node.baseType.trimmedDescription == "Self" { found = true }
    return .visitChildren
  }
}
