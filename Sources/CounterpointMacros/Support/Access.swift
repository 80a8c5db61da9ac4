import SwiftSyntax

extension WithModifiersSyntax {
  /// `public ` or `package `, with which the members have to begin that are to be seen wherever the declaration is.
  ///
  /// Empty for narrower access: Swift lets nobody see more of a member than of what it stands in.
  var accessForMembers: String {
    let access = modifiers.first { [.keyword(.public), .keyword(.package)].contains($0.name.tokenKind) }
    return access.map { "\($0.name.text) " } ?? ""
  }
}
