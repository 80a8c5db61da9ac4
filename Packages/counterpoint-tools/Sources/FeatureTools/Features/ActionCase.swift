import SwiftSyntax

/// A case of a reducer's actions.
struct ActionCase {
  let file: SourceFile
  let reducer: String
  /// The path of the enum inside the reducer, such as `Action.Delegate`.
  let path: String
  let name: String
  let node: EnumCaseElementSyntax
  /// Whether other packages can send and handle it.
  let isExported: Bool

  /// The case with its reducer, for messages.
  var description: String { "\(reducer).\(path).\(name)" }

  /// Returns the cases of all reducers' actions and of the enums that are nested in them.
  ///
  /// The features that tests declare are left out, because a test needn't use all of their actions.
  static func all(in package: SourcePackage) -> [ActionCase] {
    package.sources.flatMap { file -> [ActionCase] in
      guard file.contains("enum Action") else { return [] }
      return nodes(of: EnumDeclSyntax.self, in: file.tree).flatMap { declaration -> [ActionCase] in
        guard let (reducer, path) = place(of: declaration, known: package.reducers(of: file)) else { return [] }
        let isPublic = declaration.modifiers.contains("public", "open")
        return declaration.memberBlock.members.compactMap { $0.decl.as(EnumCaseDeclSyntax.self) }.flatMap(\.elements)
          .map { element in
            ActionCase(
              file: file,
              reducer: reducer,
              path: path,
              name: element.name.text,
              node: element,
              isExported: isPublic && file.target.isExported
            )
          }
      }
    }
  }

  /// Returns the reducer of an enum of actions, and the path of the enum.
  private static func place(of declaration: EnumDeclSyntax, known: Set<String>) -> (reducer: String, path: String)? {
    var path = [declaration.name.text]
    var node = Syntax(declaration)
    while path.first != "Action" {
      guard let outer = node.ancestor(EnumDeclSyntax.self) else { return nil }
      path.insert(outer.name.text, at: 0)
      node = Syntax(outer)
    }
    return enclosingReducer(of: node, known: known).map { ($0, path.joined(separator: ".")) }
  }
}
