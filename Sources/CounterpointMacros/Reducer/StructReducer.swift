import SwiftDiagnostics
import SwiftSyntax

/// A struct with `@Reducer`: a single feature.
struct StructReducer {
  private let declaration: StructDeclSyntax
  /// The access modifier of generated members.
  private let access: String
  private let body: ReducerBody?
  private let method: ReduceMethod?
  /// The domain types that the feature declares itself, as members or as generic parameters.
  private let types: Set<String>

  /// - Parameters:
  ///   - declaration: The struct.
  ///   - lexicalContext: The enclosing declarations, innermost first.
  init(_ declaration: StructDeclSyntax, lexicalContext: [Syntax]) {
    let members = declaration.memberBlock.members.declarations
    self.declaration = declaration
    self.access = declaration.accessForMembers(in: lexicalContext)
    self.body =
      members.lazy
      .compactMap { $0.as(VariableDeclSyntax.self) }
      .filter { !$0.modifiers.areStatic }
      .compactMap { ReducerBody($0) }
      .first
    self.method = members.lazy.compactMap { $0.as(FunctionDeclSyntax.self) }.compactMap { ReduceMethod($0) }.first
    self.types = Set(
      members.compactMap(\.declaredTypeName)
        + (declaration.genericParameterClause?.parameters.map(\.name.text) ?? [])
    )
  }

  /// The members that the feature omits.
  var missingMembers: [Lines] {
    let availability = declaration.attributes.availability
    var members: [Lines] = []
    let values = ["Swift.Equatable", "Swift.Hashable", "Swift.Sendable"]
    if needs("State") {
      let protocols = ["CounterpointCore.ObservableState", "Swift.Codable"] + values
      members.append(
        availability + ["@Counterpoint.ObservableState"]
          + typeDeclaration("\(access)struct State", conformingTo: protocols, body: ["\(access)init() {}"])
      )
    }
    if needs("Action") {
      members.append(
        availability + ["@Counterpoint.CasePathable"]
          + typeDeclaration("\(access)enum Action", conformingTo: EnumReducer.casePathable + values, body: [])
      )
    }
    if body == nil, method == nil {
      // Computed, because a stored property would affect whether the struct is `Sendable` or `Equatable`.
      members.append([
        "\(access)var body: CounterpointCore.EmptyReducer<Self.State, Self.Action> {",
        "  CounterpointCore.EmptyReducer()",
        "}",
      ])
    }
    return members
  }

  /// The errors and warnings about the logic.
  var diagnostics: [Diagnostic] {
    let finder = ReducerInOnChangeFinder(viewMode: .sourceAccurate)
    if let body { finder.walk(body.declaration) }
    return (method.map { [.reduceMethod($0, canBeBody: body == nil)] } ?? []) + finder.diagnostics
  }

  /// Returns whether a domain type is missing.
  ///
  /// The logic may determine it: `let body = Reduce<Int, Bool> { … }` needs no domain types. Extensions of the
  /// struct are not considered, because a macro doesn't see them.
  private func needs(_ name: String) -> Bool {
    guard !types.contains(name) else { return false }
    return if let body {
      !body.isStored && !body.isSomeReducer && body.type?.refers(toMember: name) == true
    } else if let method {
      method.parameters.contains { $0.type.refers(toMember: name) }
    } else {
      true
    }
  }
}
