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
      .filter { !$0.modifiers.contains(.static) }
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
    members += aliases
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
    return (method.map { [.reduceMethod($0, canBeBody: body == nil)] } ?? []) + finder.diagnostics + misplacedLogic
      + (body.flatMap { diagnostic(of: $0) }.map { [$0] } ?? [])
  }

  /// The errors about logic that a feature without a body doesn't run.
  private var misplacedLogic: [Diagnostic] {
    guard body == nil, method == nil else { return [] }
    return declaration.memberBlock.members.declarations.compactMap { member in
      let function = member.as(FunctionDeclSyntax.self)?.name
      let name =
        function.flatMap { ["body", "reduce"].contains($0.text) ? $0 : nil }
        ?? member.as(VariableDeclSyntax.self)?.likelyBody
      return name.map { Diagnostic(node: $0, message: ReducerMessage.misplacedLogic($0.text)) }
    }
  }

  /// Returns the error about the type of a body that the compiler would report in the expansion only.
  private func diagnostic(of body: ReducerBody) -> Diagnostic? {
    guard let type = body.type else { return nil }
    let names = type.unqualifiedNames
    if names == ["Reducer"] || names == ["ReducerOf"] {
      return Diagnostic(node: type, message: ReducerMessage.bodyWithoutSome(type.trimmedDescription))
    }
    if let constraint = type.as(SomeOrAnyTypeSyntax.self)?.constraint, body.isUntypedReducer {
      let isComplete = !constraint.genericArguments.isEmpty
      let wanted = isComplete ? constraint.trimmedDescription : "ReducerOf<Self>"
      return Diagnostic(node: type, message: ReducerMessage.bodyWithoutSome(wanted))
    }
    guard let other = body.namedFeature, !["Self", declaration.name.text].contains(other.unqualifiedNames.first),
      declaresDomain
    else { return nil }
    return Diagnostic(node: other, message: ReducerMessage.bodyOfAnotherFeature(other.trimmedDescription))
  }

  /// Whether `State` and `Action` are types of the feature's own, and not aliases of those of another one.
  private var declaresDomain: Bool {
    let members = declaration.memberBlock.members.declarations
    return ["State", "Action"].allSatisfy { name in
      members.contains { !$0.is(TypeAliasDeclSyntax.self) && $0.declaredTypeName == name }
    }
  }

  /// The domain types that the logic determines, as far as its text shows them.
  ///
  /// The compiler doesn't infer them from the requirements of `Reducer`, because the macro states the conformance to
  /// the protocol of the domain.
  private var aliases: [Lines] {
    ["State", "Action"].enumerated().compactMap { index, name in
      guard !types.contains(name), !needs(name),
        let type = body?.domainType(index, name) ?? method?.domainType(index), !type.refers(toMember: name)
      else { return nil }
      return ["\(access)typealias \(name) = \(type.trimmedDescription)"]
    }
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

/// Finds reducers in the closures of `onChange(of:)`, which must return an effect.
///
/// The macro reports them, because an unavailable overload of `onChange` would worsen the compiler's diagnostics.
/// With two candidates, the compiler reports an error in such a closure for the wrong one.
final class ReducerInOnChangeFinder: SyntaxVisitor {
  private(set) var diagnostics: [Diagnostic] = []

  /// The reducers that are likely in such a closure.
  private static let reducers: Set<String> = ["CombineReducers", "EmptyReducer", "Reduce", "Scope"]

  // Post-order, because the first operator of a chain is the innermost call.
  override func visitPost(_ node: FunctionCallExprSyntax) {
    guard node.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "onChange",
      let closure = node.trailingClosure ?? node.arguments.last?.expression.as(ClosureExprSyntax.self)
    else { return }
    for statement in closure.statements {
      guard let call = statement.item.result?.firstCall,
        let name = call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName, Self.reducers.contains(name.text)
      else { continue }
      diagnostics.append(Diagnostic(node: name, message: ReducerMessage.reducerInOnChange(name.text)))
    }
  }
}

extension CodeBlockItemSyntax.Item {
  /// The expression of the item, or the one that it returns.
  fileprivate var result: ExprSyntax? {
    switch self {
    case .expr(let expression): expression
    case .stmt(let statement): statement.as(ReturnStmtSyntax.self)?.expression
    case .decl: nil
    }
  }
}

extension ExprSyntax {
  /// The first call in a chain of operators: `Reduce { … }` in `Reduce { … }.ifLet(…) { … }`.
  fileprivate var firstCall: FunctionCallExprSyntax? {
    guard let call = self.as(FunctionCallExprSyntax.self) else { return nil }
    guard let member = call.calledExpression.as(MemberAccessExprSyntax.self) else { return call }
    return member.base?.firstCall
  }
}
