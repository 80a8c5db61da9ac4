package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// Expands `@Reducer`: adds the members that a feature omits, attributes to its members, and the conformance.
///
/// A struct is a feature; an enum is a choice of features, such as the screens of a stack.
package enum ReducerMacro {
  /// Disabled, because the macro formats its own output.
  package static var formatMode: FormatMode { .disabled }
}

extension ReducerMacro: MemberMacro {
  package static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    do {
      let members: [Lines]
      switch try ReducerDeclaration(of: declaration, attribute: node, in: context) {
      case .feature(let feature):
        feature.diagnostics.forEach(context.diagnose)
        members = feature.missingMembers
      case .cases(let reducer):
        members = reducer.missingMembers
      }
      return members.map { "\(raw: $0.joined(separator: "\n"))" }
    } catch {
      error.diagnostics.forEach(context.diagnose)
      return []
    }
  }
}

// The member role has reported the errors, so the other two roles don't.

extension ReducerMacro: MemberAttributeMacro {
  package static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [AttributeSyntax] {
    guard (try? ReducerDeclaration(of: declaration, attribute: node, in: context)) != nil
    else { return [] }
    return attributes(for: DeclSyntax(member), in: declaration).map { "@\(raw: $0)" }
  }
}

extension ReducerMacro: ExtensionMacro {
  package static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) -> [ExtensionDeclSyntax] {
    // An extension has the default isolation of the module, even if the type is `nonisolated`.
    let isolation = declaration.modifiers.contains(.nonisolated) ? "nonisolated " : ""
    guard
      let reducer = try? ReducerDeclaration(of: declaration, attribute: node, in: context)
    else { return [] }

    // The compiler does not request existing conformances, including those in extensions. Tools without type
    // information request all of them, so the inheritance clause is checked too.
    let requested = Set(protocols.flatMap(\.unqualifiedNames)).subtracting(declaration.inheritedNames)
    let missing = reducer.protocols.filter(requested.contains).map { name in
      // The types of the domain belong to no actor, even if the reducer's body does.
      (name == ReducerDeclaration.domain ? "nonisolated " : isolation) + "CounterpointCore.\(name)"
    }
    guard !missing.isEmpty, context.canExtend(declaration, attribute: node) else { return [] }
    let header = "extension \(type.trimmedDescription): \(missing.joined(separator: ", "))"
    return context.extending(declaration, header, members: reducer.checks)
  }
}

extension ReducerMacro {
  /// Returns the attributes to add to a member of a reducer, without those that it already has.
  static func attributes(for member: DeclSyntax, in declaration: some DeclGroupSyntax) -> [String] {
    if let member = member.as(EnumDeclSyntax.self) {
      attributes(forDomain: member)
    } else if let member = member.as(VariableDeclSyntax.self) {
      builder(for: member)
    } else if let member = member.as(EnumCaseDeclSyntax.self), declaration.is(EnumDeclSyntax.self) {
      mark(for: member)
    } else {
      []
    }
  }

  /// Returns the attributes for the enum `Action`, and for an enum `State`: both get case paths.
  private static func attributes(forDomain member: EnumDeclSyntax) -> [String] {
    let attributes: KeyValuePairs =
      switch member.name.text {
      case "Action": ["CasePathable": "Counterpoint.CasePathable"]
      case "State": ["CasePathable": "Counterpoint.CasePathable", "dynamicMemberLookup": "dynamicMemberLookup"]
      default: [:]
      }
    return attributes.filter { !member.attributes.contains([$0.key]) }.map(\.value)
  }

  /// Returns the result builder for a `body`.
  ///
  /// The requirement of the protocol has it too, but Swift infers it only if the declaration itself states the
  /// conformance.
  private static func builder(for member: VariableDeclSyntax) -> [String] {
    guard
      let body = ReducerBody(member), let arguments = body.builderArguments,
      !member.attributes.contains(["ReducerBuilder"])
    else { return [] }
    return ["CounterpointCore.ReducerBuilder<\(arguments)>"]
  }

  /// Returns the marker for cases without a feature, if all cases of the declaration have the same kind.
  private static func mark(for member: EnumCaseDeclSyntax) -> [String] {
    let marks = Set(member.elements.map { ReducerCase(EnumCase($0, in: member)).mark })
    guard let mark = marks.first ?? nil, marks.count == 1, !member.attributes.contains([mark]) else { return [] }
    return ["Counterpoint.\(mark)"]
  }
}

/// A declaration with `@Reducer`.
enum ReducerDeclaration {
  /// A struct: a single feature.
  case feature(StructReducer)
  /// An enum: a choice of features, one per case.
  case cases(EnumReducer)

  /// Reads the declaration.
  ///
  /// - Parameters:
  ///   - declaration: The declaration.
  ///   - attribute: The `@Reducer`.
  ///   - context: The context of the expansion.
  /// - Throws: The errors in the declaration or the attribute.
  init(
    of declaration: some DeclGroupSyntax,
    attribute: AttributeSyntax,
    in context: some MacroExpansionContext
  ) throws(ReducerError) {
    if case .argumentList(let arguments) = attribute.arguments, !arguments.isEmpty {
      throw .arguments(arguments, attribute)
    }
    if let declaration = declaration.as(StructDeclSyntax.self) {
      self = .feature(StructReducer(declaration, lexicalContext: context.lexicalContext))
    } else if let declaration = declaration.as(EnumDeclSyntax.self) {
      self = .cases(try EnumReducer(declaration, in: context))
    } else {
      throw .neitherStructNorEnum(declaration)
    }
  }

  /// The protocol of the types `State` and `Action`.
  ///
  /// It is listed beside `Reducer`, which inherits it, because the compiler needs it before it expands the extension.
  static let domain = "_ReducerDomain"

  /// The protocols to which the type conforms.
  var protocols: [String] {
    switch self {
    case .feature: [Self.domain, "Reducer"]
    case .cases: [Self.domain, "CaseReducer", "Reducer"]
    }
  }

  /// The declarations that let the compiler check what the generated members assume.
  var checks: Lines {
    switch self {
    case .feature: []
    case .cases(let reducer): reducer.checks
    }
  }
}
