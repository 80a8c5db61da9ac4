import SwiftDiagnostics
import SwiftSyntax

/// The errors that prevent the expansion of a reducer.
struct ReducerError: Error {
  /// At least one diagnostic.
  let diagnostics: [Diagnostic]
}

extension ReducerError {
  /// Another kind of type. A reducer is a value, because a class would have mutable state besides `State`.
  static func neitherStructNorEnum(_ declaration: some DeclGroupSyntax) -> ReducerError {
    let type = declaration.asProtocol((any NamedDeclSyntax).self)?.name.text
    let extended = declaration.as(ExtensionDeclSyntax.self)?.extendedType.trimmedDescription
    let message = ReducerMessage.neitherStructNorEnum(
      keyword: declaration.introducer.text,
      name: type ?? extended ?? "_"
    )
    return ReducerError(diagnostics: [Diagnostic(node: declaration.introducer, message: message)])
  }

  /// Arguments of the attribute, which takes none.
  static func arguments(_ arguments: LabeledExprListSyntax, _ attribute: AttributeSyntax) -> ReducerError {
    var bare = attribute
    bare.leftParen = nil
    bare.arguments = nil
    bare.rightParen = nil
    bare.trailingTrivia = attribute.trailingTrivia
    let fixIt = FixIt(
      message: ReducerFixIt.removeArguments,
      changes: [.replace(oldNode: Syntax(attribute), newNode: Syntax(bare))]
    )
    return ReducerError(
      diagnostics: [Diagnostic(node: arguments, message: ReducerMessage.arguments, fixIt: fixIt)]
    )
  }

  /// An overloaded case, because `\.name` must identify one case.
  static func overloaded(_ cases: [EnumCase]) -> ReducerError {
    ReducerError(
      diagnostics: cases.map { Diagnostic(node: $0.name, message: ReducerMessage.overloadedCase($0.identifier)) }
    )
  }

  /// Cases that the user's own `State` or `Action` should have.
  static func missingCases(_ cases: [(declaration: EnumDeclSyntax, enumCase: String)]) -> ReducerError {
    ReducerError(
      diagnostics: cases.map { declaration, enumCase in
        let message = ReducerMessage.missingCase(type: declaration.name.text, enumCase: enumCase)
        return Diagnostic(node: declaration.name, message: message)
      }
    )
  }
}

extension Diagnostic {
  /// A method `reduce(into:action:)` in place of a `body`.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - canBeBody: Whether there is no `body` yet, so that a fix-it can rewrite the method.
  static func reduceMethod(_ method: ReduceMethod, canBeBody: Bool) -> Diagnostic {
    let body = canBeBody ? method.body : nil
    let fixIts = body.map { body in
      FixIt(
        message: ReducerFixIt.rewriteAsBody,
        changes: [
          .replace(
            oldNode: Syntax(method.declaration),
            newNode: Syntax(
              body.with(\.leadingTrivia, method.declaration.leadingTrivia)
                .with(\.trailingTrivia, method.declaration.trailingTrivia)
            )
          )
        ]
      )
    }
    return Diagnostic(
      node: method.declaration.name,
      message: ReducerMessage.reduceMethod,
      fixIts: fixIts.map { [$0] } ?? []
    )
  }
}

/// The errors and the warning of `@Reducer`.
enum ReducerMessage: DiagnosticMessage {
  case neitherStructNorEnum(keyword: String, name: String)
  case arguments
  case overloadedCase(String)
  case reduceMethod
  case reducerInOnChange(String)
  case missingCase(type: String, enumCase: String)
  case bodyWithoutSome(String)
  case bodyOfAnotherFeature(String)
  case misplacedLogic(String)

  var message: String {
    switch self {
    case .neitherStructNorEnum(let keyword, let name):
      "'@Reducer' cannot be applied to \(keyword) type '\(name)'"
    case .arguments:
      "'@Reducer' takes no arguments: declare conformances on 'State' and 'Action', or in extensions of them"
    case .overloadedCase(let name):
      "'@Reducer' cannot be applied to overloaded case name '\(name)'"
    case .reduceMethod:
      "A reducer with '@Reducer' should have a 'body' instead of 'reduce(into:action:)'"
    case .reducerInOnChange(let name):
      "'onChange' takes a closure instead of '\(name)': write '{ oldValue, state in … }', change 'state' and return an effect"
    case .missingCase(let type, let enumCase):
      "'\(type)' has no case '\(enumCase)', which '@Reducer' needs for the feature of that name"
    case .bodyWithoutSome(let type):
      "The type of 'body' must be 'some \(type)'"
    case .bodyOfAnotherFeature(let feature):
      "'body' has the state and the actions of '\(feature)': write 'some ReducerOf<Self>', and run the other feature in it"
    case .misplacedLogic(let name):
      "'\(name)' is never run: the logic of a feature is its property 'var body: some ReducerOf<Self>'"
    }
  }

  var diagnosticID: MessageID {
    let id =
      switch self {
      case .neitherStructNorEnum: "neitherStructNorEnum"
      case .arguments: "arguments"
      case .overloadedCase: "overloadedCase"
      case .reduceMethod: "reduceMethod"
      case .reducerInOnChange: "reducerInOnChange"
      case .missingCase: "missingCase"
      case .bodyWithoutSome: "bodyWithoutSome"
      case .bodyOfAnotherFeature: "bodyOfAnotherFeature"
      case .misplacedLogic: "misplacedLogic"
      }
    return MessageID(domain: "Reducer", id: id)
  }

  var severity: DiagnosticSeverity {
    switch self {
    case .neitherStructNorEnum, .arguments, .overloadedCase, .reducerInOnChange, .missingCase, .bodyWithoutSome,
      .bodyOfAnotherFeature, .misplacedLogic:
      .error
    case .reduceMethod: .warning
    }
  }
}

/// The fix-its for these diagnostics.
enum ReducerFixIt: String, FixItMessage {
  case removeArguments = "Remove the arguments"
  case rewriteAsBody = "Rewrite it as a 'body' with a 'Reduce'"

  var message: String { rawValue }

  var fixItID: MessageID { MessageID(domain: "Reducer", id: "\(self)") }
}
