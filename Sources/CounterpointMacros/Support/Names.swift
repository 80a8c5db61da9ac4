import SwiftParser
package import SwiftSyntax
package import SwiftSyntaxMacros

extension AttributeListSyntax {
  /// Returns the attributes with one of these names, including those inside `#if`. Module qualifiers are ignored.
  func named(_ names: Set<String>) -> [AttributeSyntax] {
    flatMap { element -> [AttributeSyntax] in
      switch element {
      case .attribute(let attribute):
        return names.contains(attribute.unqualifiedName) ? [attribute] : []
      case .ifConfigDecl(let block):
        return block.clauses.flatMap { clause -> [AttributeSyntax] in
          guard case .attributes(let attributes) = clause.elements else { return [] }
          return attributes.named(names)
        }
      }
    }
  }

  /// Returns the first attribute with this name, including those inside `#if`.
  func first(named name: String) -> AttributeSyntax? {
    named([name]).first
  }

  /// Returns whether there is an attribute with one of these names, including those inside `#if`.
  func contains(_ names: Set<String>) -> Bool {
    !named(names).isEmpty
  }

  /// The attributes outside of `#if`.
  var unconditional: [AttributeSyntax] {
    compactMap { $0.as(AttributeSyntax.self) }
  }
}

extension AttributeSyntax {
  /// `Endpoint` for `@Module.Endpoint`.
  var unqualifiedName: String { attributeName.unqualifiedNames.first ?? attributeName.trimmedDescription }
}

extension DeclSyntax {
  /// The name of the declared type.
  var declaredTypeName: String? {
    if let alias = self.as(TypeAliasDeclSyntax.self) { return alias.name.text }
    return asProtocol((any DeclGroupSyntax).self) == nil ? nil : asProtocol((any NamedDeclSyntax).self)?.name.text
  }
}

extension DeclGroupSyntax {
  /// The names in the inheritance clause of the declaration, without module qualifiers.
  var inheritedNames: Set<String> {
    Set(inheritanceClause?.inheritedTypes.flatMap { $0.type.unqualifiedNames } ?? [])
  }
}

extension TypeSyntax {
  /// The unqualified names: `Sendable` for `Swift.Sendable`, both names of `A & B`, without attributes such as
  /// `@retroactive`.
  var unqualifiedNames: [String] {
    if let type = self.as(IdentifierTypeSyntax.self) {
      [type.name.text]
    } else if let type = self.as(MemberTypeSyntax.self) {
      [type.name.text]
    } else if let type = self.as(AttributedTypeSyntax.self) {
      type.baseType.unqualifiedNames
    } else if let type = self.as(CompositionTypeSyntax.self) {
      type.elements.flatMap { $0.type.unqualifiedNames }
    } else {
      []
    }
  }
}

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

  /// The names of the types, properties and functions that are declared outside of `#if`.
  var declaredNames: Set<String> {
    Set(
      flatMap { member -> [String] in
        if let variable = member.decl.as(VariableDeclSyntax.self) {
          variable.bindings.compactMap { $0.name?.unquoted }
        } else if let named = member.decl.asProtocol((any NamedDeclSyntax).self) {
          [named.name.unquoted]
        } else {
          []
        }
      }
    )
  }

  /// All variables, including those inside `#if`.
  var variables: [VariableDeclSyntax] { declarations.compactMap { $0.as(VariableDeclSyntax.self) } }
}

extension TokenSyntax {
  /// The name without backticks.
  var unquoted: String { identifier?.name ?? text }
}

extension String {
  /// The name as it is written in the declaration of a variable or a function, with backticks if necessary.
  var quotedIfNeeded: String {
    isValidSwiftIdentifier(for: .variableName) ? self : "`\(self)`"
  }
}

/// A macro that expands to nothing, because another macro only checks for its attribute.
package protocol MarkerMacro: PeerMacro {}

extension MarkerMacro {
  package static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    []
  }
}
