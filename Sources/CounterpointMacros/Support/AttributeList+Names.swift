import SwiftSyntax

extension AttributeListSyntax {
  /// Whether one of the attributes has this name, with or without a module in front, under any condition.
  func contains(_ name: String) -> Bool {
    contains { element in
      switch element {
      case .attribute(let attribute):
        attribute.attributeName.unqualifiedNames == [name]
      case .ifConfigDecl(let block):
        block.clauses.contains { clause in
          if case .attributes(let attributes) = clause.elements { attributes.contains(name) } else { false }
        }
      }
    }
  }
}
