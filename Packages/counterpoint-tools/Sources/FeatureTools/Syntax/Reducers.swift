import SwiftSyntax

/// Returns the names of the structs that are reducers, by the macro or by their conformance.
func reducerNames(in tree: SourceFileSyntax) -> [String] {
  nodes(of: StructDeclSyntax.self, in: tree).filter { isReducer($0) }.map(\.name.text)
}

/// Whether a struct is a reducer, by the macro or by its conformance.
private func isReducer(_ declaration: StructDeclSyntax) -> Bool {
  declaration.attributes.names.contains("Reducer") || declaration.inherits("Reducer")
}

/// Returns the name of the reducer whose logic or state contains a node; `nil` if there is none.
///
/// Other types inside a reducer, such as its client, are no part of it.
///
/// - Parameters:
///   - node: The node.
///   - known: The names of the target's reducers, for extensions.
func enclosingReducer(of node: some SyntaxProtocol, known: Set<String>) -> String? {
  for ancestor in node.ancestors {
    if let declaration = ancestor.as(StructDeclSyntax.self) {
      if isReducer(declaration) { return declaration.name.text }
      guard declaration.name.text == "State" else { return nil }
    } else if let declaration = ancestor.as(EnumDeclSyntax.self) {
      guard declaration.name.text == "State" else { return nil }
    } else if let declaration = ancestor.as(ExtensionDeclSyntax.self) {
      let path = declaration.extendedType.trimmedDescription.split(separator: ".").map(String.init)
      let name = path.last == "State" ? path.dropLast().last : path.last
      return name.flatMap { known.contains($0) ? $0 : nil }
    } else if ancestor.is(ClassDeclSyntax.self) || ancestor.is(ActorDeclSyntax.self) {
      return nil
    }
  }
  return nil
}
