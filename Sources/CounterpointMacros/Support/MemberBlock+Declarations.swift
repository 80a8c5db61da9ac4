import SwiftSyntax

extension MemberBlockItemListSyntax {
  /// All declarations, including those inside `#if`.
  var declarations: [DeclSyntax] {
    flatMap { member -> [DeclSyntax] in
      guard let block = member.decl.as(IfConfigDeclSyntax.self) else { return [member.decl] }
      return block.clauses.flatMap { clause -> [DeclSyntax] in
        if case .decls(let members) = clause.elements { members.declarations } else { [] }
      }
    }
  }
}
