import SwiftSyntax

/// The property `body` of a reducer.
struct ReducerBody {
  let declaration: VariableDeclSyntax
  /// The type annotation, if there is one.
  let type: TypeSyntax?
  /// The statements of the getter; `nil` for a stored property, or a property with a setter.
  private let getter: CodeBlockItemListSyntax?
  /// Whether it has no accessors other than observers.
  let isStored: Bool

  /// Reads a property; fails if its name is not `body`.
  init?(_ variable: VariableDeclSyntax) {
    guard
      let binding = variable.bindings.first(where: { $0.pattern.trimmedDescription == "body" })
    else { return nil }
    self.declaration = variable
    self.type = binding.typeAnnotation?.type
    self.getter = binding.accessorBlock?.getter
    self.isStored = binding.accessorBlock?.isComputed != true
  }

  /// Whether the type is `some Reducer<…>` or `some ReducerOf<…>`, which determines the state and the action.
  var isSomeReducer: Bool { someReducer != nil }

  /// The generic arguments of `@ReducerBuilder<…>`; `nil` if a builder would be wrong.
  ///
  /// A builder doesn't return a concrete type, and an explicit `return` disables it.
  var builderArguments: String? {
    guard let someReducer, let getter, !getter.returns else { return nil }
    let arguments = someReducer.arguments.map(\.argument.trimmedDescription)
    return switch (someReducer.name, arguments.count) {
    case ("Reducer", 2): arguments.joined(separator: ", ")
    case ("ReducerOf", 1): "\(arguments[0]).State, \(arguments[0]).Action"
    default: "Self.State, Self.Action"
    }
  }

  private var someReducer: (name: String, arguments: [GenericArgumentSyntax])? {
    guard let type = type?.as(SomeOrAnyTypeSyntax.self), type.someOrAnySpecifier.tokenKind == .keyword(.some) else {
      return nil
    }
    let constraints = type.constraint.as(CompositionTypeSyntax.self)?.elements.map(\.type) ?? [type.constraint]
    for constraint in constraints {
      guard let name = constraint.unqualifiedNames.first, ["Reducer", "ReducerOf"].contains(name) else { continue }
      let clause =
        constraint.as(IdentifierTypeSyntax.self)?.genericArgumentClause
        ?? constraint.as(MemberTypeSyntax.self)?.genericArgumentClause
      return (name, clause.map { Array($0.arguments) } ?? [])
    }
    return nil
  }
}

extension AccessorBlockSyntax {
  /// The statements of the getter, if there is no other accessor.
  fileprivate var getter: CodeBlockItemListSyntax? {
    switch accessors {
    case .getter(let statements):
      statements
    case .accessors(let accessors):
      accessors.count == 1 && accessors.first?.accessorSpecifier.tokenKind == .keyword(.get)
        ? accessors.first?.body?.statements : nil
    }
  }

  /// Whether the property is computed: it has accessors other than observers.
  fileprivate var isComputed: Bool {
    guard case .accessors(let accessors) = accessors else { return true }
    return accessors.contains {
      ![.keyword(.willSet), .keyword(.didSet)].contains($0.accessorSpecifier.tokenKind)
    }
  }
}

extension CodeBlockItemListSyntax {
  /// Whether there is a `return` outside of nested closures and functions.
  fileprivate var returns: Bool {
    let finder = ReturnFinder(viewMode: .sourceAccurate)
    finder.walk(self)
    return finder.found
  }
}

private final class ReturnFinder: SyntaxVisitor {
  var found = false

  override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
    found = true
    return .skipChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: AccessorBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
