import SwiftSyntax

extension TypeSyntax {
  /// Returns whether the type contains `name` or `Self.name`, which then is a member of the enclosing type.
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
