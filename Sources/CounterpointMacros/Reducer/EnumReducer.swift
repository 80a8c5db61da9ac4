import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// An enum with `@Reducer`: a choice of features, such as the screens of a stack.
///
/// Generated names are qualified by their modules, so that a program may declare a type `Reduce`.
struct EnumReducer {
  let cases: [Conditional<ReducerCase>]
  let access: String
  private let declaration: EnumDeclSyntax
  private let members: [DeclSyntax]
  private let selfRewriter: SelfRewriter
  let context: any MacroExpansionContext
  /// Whether the enum or a type around it is generic. It may be, if it is in an extension of a generic type.
  private let isGeneric: Bool

  /// Reads an enum.
  ///
  /// - Parameters:
  ///   - declaration: The enum.
  ///   - context: The context of the expansion.
  /// - Throws: The errors in the declaration.
  init(_ declaration: EnumDeclSyntax, in context: some MacroExpansionContext) throws(ReducerError) {
    let cases = [Conditional<EnumCase>](in: declaration.memberBlock.members)
    let overloaded = cases.overloaded
    guard overloaded.isEmpty else { throw .overloaded(overloaded) }
    self.cases = cases.compactMapElements { ReducerCase($0) }
    self.access = declaration.accessForMembers(in: context.lexicalContext)
    self.context = context
    self.isGeneric = ([Syntax(declaration)] + context.lexicalContext).contains(where: \.isGeneric)
    self.declaration = declaration
    self.members = declaration.memberBlock.members.declarations
    self.selfRewriter = SelfRewriter(typeName: declaration.name.text)
    let missingCases = self.missingCases
    guard missingCases.isEmpty else { throw .missingCases(missingCases) }
  }

  /// The members that the enum doesn't declare, in order.
  var missingMembers: [Lines] {
    [
      hasType("State") ? nil : state,
      hasType("Action") ? nil : action,
      hasStaticBody ? nil : body,
      hasType("CaseScope") ? nil : caseScope,
      hasScope ? nil : scope,
    ].compactMap { $0 }
  }

  var name: String { declaration.name.text }

  /// The `@available` attributes of the nested types, which equal those of the enum.
  var availability: Lines { declaration.attributes.availability }

  /// `nonisolated ` if the enum is, because nested types have the default isolation of the module.
  var isolation: String {
    declaration.modifiers.contains(.nonisolated) ? "nonisolated " : ""
  }

  /// `indirect ` if the whole enum is indirect.
  var indirection: String {
    declaration.modifiers.contains(.indirect) ? "indirect " : ""
  }

  /// Returns the source of a node, as it is written in one of the nested types.
  func text(_ node: some SyntaxProtocol) -> String { selfRewriter.text(node) }

  /// Returns the type of a case's actions in the user's own `Action`, if it has such a case with a single value.
  func userDefinedAction(for enumCase: EnumCase) -> String? {
    guard
      let actionCase = userDefined("Action")?.cases.first(where: { $0.identifier == enumCase.identifier }),
      actionCase.parameters.count == 1, let type = actionCase.parameters.first?.type.trimmed,
      type.unqualifiedNames != ["Never"]
    else { return nil }
    // In `Action`, `Self` is the action.
    return SelfRewriter(typeName: "Action").text(type)
  }
}

extension EnumReducer {
  /// Returns the enum `State` or `Action` that the user wrote, and its cases in all branches of `#if`.
  func userDefined(_ name: String) -> (declaration: EnumDeclSyntax, cases: [EnumCase])? {
    let declaration = members.lazy.compactMap { $0.as(EnumDeclSyntax.self) }.first { $0.name.text == name }
    return declaration.map { ($0, [Conditional<EnumCase>](in: $0.memberBlock.members).flatMap(\.elements)) }
  }

  /// The cases that the user's own `State` and `Action` don't have, and that the generated members need.
  private var missingCases: [(declaration: EnumDeclSyntax, enumCase: String)] {
    guard !hasStaticBody || !hasScope else { return [] }
    return ["State", "Action"].compactMap(userDefined).flatMap { type in
      available.flatMap(\.elements).compactMap { reducerCase in
        guard case .feature(let reducer, _) = reducerCase.kind,
          !type.cases.contains(where: { $0.identifier == reducerCase.enumCase.identifier })
        else { return nil }
        let payload = "\(text(reducer)).\(type.declaration.name.text)"
        return (type.declaration, feature(reducerCase.enumCase, payload: payload))
      }
    }
  }

  private func hasType(_ name: String) -> Bool {
    members.contains { $0.declaredTypeName == name }
  }

  private var hasStaticBody: Bool {
    members.contains { member in
      guard let variable = member.as(VariableDeclSyntax.self) else { return false }
      return variable.modifiers.contains(.static) && ReducerBody(variable) != nil
    }
  }

  private var hasScope: Bool {
    members.contains { member in
      guard let function = member.as(FunctionDeclSyntax.self) else { return false }
      return function.modifiers.contains(.static) && function.name.text == "scope"
        && function.signature.parameterClause.parameters.map(\.firstName.text) == ["_"]
    }
  }
}

extension EnumReducer {
  /// The enum `State`, with the states of the features and the data.
  var state: Lines {
    let alias: Lines = ["\(access)typealias StateReducer = \(name)"]
    let reducers: Lines = [
      "\(access)static var _erasedReducer: any CounterpointCore.Reducer { _ownReducer.body }",
      "\(access)static var _ownReducer: CounterpointCore._CaseBody<StateReducer> { CounterpointCore._CaseBody() }",
      "\(access)static var _stateReducer: StateReducer.Type { StateReducer.self }",
    ]
    let protocols = ["CounterpointCore.CaseReducerState", "CounterpointCore.ObservableState"] + Self.casePathable
    let attributes = ["@dynamicMemberLookup", "@Counterpoint.ObservableState"]
    return domainType("State", attributes: attributes, protocols: protocols, members: [alias, reducers]) {
      switch $0.kind {
      case .feature(let type, _): [indirect($0.enumCase) + feature($0.enumCase, payload: "\(text(type)).State")]
      case .ephemeral, .ignored: [indirect($0.enumCase) + data($0.enumCase)]
      }
    }
  }

  /// The enum `Action`, with the actions of the features and the prompts. Cases with only data have `Never`.
  var action: Lines {
    domainType("Action", attributes: [], protocols: Self.casePathable) {
      switch $0.kind {
      case .feature(let type, _): [indirect($0.enumCase) + feature($0.enumCase, payload: "\(text(type)).Action")]
      case .ephemeral(let type):
        context.located("case \($0.enumCase.name.text)(\(type.promptAction(text)))", at: $0.enumCase.name)
      case .ignored: ["case \($0.enumCase.name.text)(Swift.Never)"]
      }
    }
  }

  // The nested types declare the conformances that their macros would otherwise add in extensions. Swift 6.3.1
  // crashes on many such extensions of types in macro expansions, because it mutates a list while iterating over it.

  static var casePathable: [String] { ["CaseKeyPaths.CasePathable", "CaseKeyPaths.CasePathIterable"] }

  /// Returns a nested enum with a case for each case.
  private func domainType(
    _ name: String,
    attributes: Lines,
    protocols: [String],
    members: [Lines] = [],
    _ text: (ReducerCase) -> Lines
  ) -> Lines {
    let cases = render(cases) { $0.enumCase.availability + text($0) }.flatMap { $0 }
    let body = (members + (cases.isEmpty ? [] : [cases])).joinedWithEmptyLines()
    return nestedEnum(
      "\(isolation)\(access)\(indirection)enum \(name)",
      attributes: attributes,
      conformingTo: protocols,
      body: body
    )
  }

  /// Returns an enum with case paths.
  ///
  /// A macro doesn't see what is around a type in an expansion. So `@CasePathable` would not know that the enum is
  /// generic, and its members would cause warnings. They are generated here instead.
  ///
  /// - Parameters:
  ///   - header: The text before the colon.
  ///   - attributes: The attributes except `@available` and `@CasePathable`.
  ///   - protocols: The protocols in the inheritance clause.
  ///   - body: The lines between the braces.
  func nestedEnum(_ header: String, attributes: Lines, conformingTo protocols: [String], body: Lines) -> Lines {
    let lines = typeDeclaration(header, conformingTo: protocols, body: body)
    guard isGeneric,
      let nested = ("\(raw: lines.joined(separator: "\n"))" as DeclSyntax).as(EnumDeclSyntax.self),
      let paths = try? AllCasePaths(of: nested, lexicalContext: [Syntax(declaration)] + context.lexicalContext)
    else { return availability + ["@Counterpoint.CasePathable"] + attributes + lines }
    let members = (body.isEmpty ? [] : [body]) + paths.members
    return availability + attributes
      + typeDeclaration(header, conformingTo: protocols, body: members.joinedWithEmptyLines())
  }

  /// Returns `indirect case ` if the user's declaration is indirect, because a feature may present itself.
  private func indirect(_ enumCase: EnumCase) -> String {
    enumCase.isIndirect ? "indirect case " : "case "
  }

  /// Returns a case with another payload in place of the reducer.
  func feature(_ enumCase: EnumCase, payload: String) -> String {
    "\(enumCase.name.text)(\(enumCase.parameters[0].labeled(payload)))"
  }

  /// Returns a case as it is in the source.
  func data(_ enumCase: EnumCase) -> String {
    guard enumCase.hasParentheses else { return enumCase.name.text }
    return "\(enumCase.name.text)(\(enumCase.parameters.map(text).joined(separator: " ")))"
  }
}
