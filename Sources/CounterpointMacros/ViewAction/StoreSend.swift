import SwiftDiagnostics
import SwiftSyntax

/// A call of `store.send(…)` in a screen, which is not limited to view actions.
struct StoreSend {
  let call: FunctionCallExprSyntax

  /// Reads a call; fails for a different call.
  init?(_ call: FunctionCallExprSyntax) {
    guard
      let function = call.calledExpression.as(MemberAccessExprSyntax.self),
      function.declName.baseName.text == "send",
      let receiver = function.base, receiver.isStore
    else { return nil }
    self.call = call
  }

  /// The warning, with a fix-it if the call sends a view action.
  var warning: Diagnostic {
    Diagnostic(node: call, message: ViewActionMessage.storeSend, fixIts: direct.map { [$0] } ?? [])
  }

  /// The fix-it that replaces `store.send(.view(.tap))` with `send(.tap)`.
  private var direct: FixIt? {
    guard
      var argument = call.arguments.first, argument.label == nil,
      let view = argument.expression.as(FunctionCallExprSyntax.self),
      let name = view.calledExpression.as(MemberAccessExprSyntax.self),
      name.base == nil, name.declName.baseName.text == "view",
      view.arguments.count == 1, view.trailingClosure == nil,
      let action = view.arguments.first, action.label == nil
    else { return nil }
    argument.expression = action.expression.trimmed
    var call = call
    call.calledExpression = ExprSyntax(DeclReferenceExprSyntax(baseName: .identifier("send")))
    call.arguments[call.arguments.startIndex] = argument
    call.leadingTrivia = self.call.leadingTrivia
    return FixIt(
      message: FixItText("Send the view action", domain: "ViewAction", id: "sendViewAction"),
      changes: [.replace(oldNode: Syntax(self.call), newNode: Syntax(call))]
    )
  }
}

extension ExprSyntax {
  /// Whether the expression is `store` or `self.store`.
  fileprivate var isStore: Bool {
    if let reference = self.as(DeclReferenceExprSyntax.self) { return reference.baseName.text == "store" }
    guard let member = self.as(MemberAccessExprSyntax.self), member.declName.baseName.text == "store" else {
      return false
    }
    return member.base?.as(DeclReferenceExprSyntax.self)?.baseName.tokenKind == .keyword(.self)
  }
}

/// Finds the calls of `store.send(…)` in the members of a type, except in nested types, which have their own
/// `store`.
final class StoreSendFinder: SyntaxVisitor {
  private(set) var sends: [StoreSend] = []

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if let send = StoreSend(node) { sends.append(send) }
    return .visitChildren
  }

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}

/// The errors and warnings of `@ViewAction(for:)`.
enum ViewActionMessage: DiagnosticMessage {
  case noStore(name: String)
  case actor(name: String)
  case storeSend

  var message: String {
    switch self {
    case .noStore(let name): "'@ViewAction' needs a property 'store' in '\(name)'"
    case .actor(let name):
      "'@ViewAction' cannot be applied to actor type '\(name)': a screen is not an actor"
    case .storeSend: "A screen sends its view actions with 'send', not with 'store.send'"
    }
  }

  var diagnosticID: MessageID {
    switch self {
    case .noStore: MessageID(domain: "ViewAction", id: "noStore")
    case .actor: MessageID(domain: "ViewAction", id: "actor")
    case .storeSend: MessageID(domain: "ViewAction", id: "storeSend")
    }
  }

  var severity: DiagnosticSeverity {
    if case .storeSend = self { .warning } else { .error }
  }
}
