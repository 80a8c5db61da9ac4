import SwiftSyntax

// What an endpoint does until it is overridden: it reports the call, then does as well as it can.
extension Endpoint {
  /// The default as a closure literal, if that is what the user wrote.
  private var defaultClosure: ClosureExprSyntax? {
    defaultValue?.as(ClosureExprSyntax.self)
  }

  /// What the closure says before its statements: the user's own signature, or a name for each argument.
  var closureSignature: String {
    if let defaultClosure {
      return defaultClosure.signature.map { " \($0.trimmedDescription)" } ?? ""
    }
    let count = function.parameters.count
    return count == 0 ? "" : " \(Array(repeating: "_", count: count).joined(separator: ", ")) in"
  }

  /// The report, and what follows it.
  var closureBody: Lines {
    let path = [clientName, name.unquoted].compactMap { $0 }.joined(separator: ".")
    let outcome = outcome
    // A brace on the next line would begin a trailing closure.
    let end = outcome.first?.hasPrefix("{") == true ? ";" : ""
    return ["DependencyInjection.reportUnimplemented(\"\(path)\")\(end)"] + outcome
  }

  private var outcome: Lines {
    if let defaultClosure {
      statements(of: defaultClosure)
    } else if needsDefault || defaultValue != nil {
      // An error has been given, so that this is never run. It keeps the compiler from giving another.
      ["Swift.fatalError()"]
    } else if throwsAnyError {
      ["throw DependencyInjection.Unimplemented(\"\(name.unquoted)\")"]
    } else if function.returnClause.type.isVoid {
      []
    } else {
      ["return nil"]
    }
  }

  /// The statements of the user's default. What stands alone is returned implicitly there, but no longer behind the report.
  private func statements(of closure: ClosureExprSyntax) -> Lines {
    let lines = closure.statements.flatMap { $0.trimmedDescription.linesWithoutCommonIndentation }
    guard let expression = closure.onlyExpression, !function.returnClause.type.isVoid, !expression.stopsTheProgram,
      !expression.returnsByItself
    else { return lines }
    return ["return \(lines[0])"] + lines.dropFirst()
  }
}

extension ClosureExprSyntax {
  /// The expression that is all there is in the closure. `if` and `switch` are statements to the parser, and expressions here.
  var onlyExpression: ExprSyntax? {
    guard statements.count == 1 else { return nil }
    return switch statements.first?.item {
    case .expr(let expression): expression
    case .stmt(let statement): statement.as(ExpressionStmtSyntax.self)?.expression
    default: nil
    }
  }
}

extension ExprSyntax {
  /// Whether it is a call of a function of Swift that never returns, after which a `return` can't be compiled.
  var stopsTheProgram: Bool {
    let name = self.as(FunctionCallExprSyntax.self)?.calledExpression.trimmedDescription
    return ["fatalError", "Swift.fatalError", "preconditionFailure", "Swift.preconditionFailure"].contains(name)
  }

  /// Whether it is an `if` or a `switch` whose branches say `return`, so that it has no value itself.
  fileprivate var returnsByItself: Bool {
    guard self.is(IfExprSyntax.self) || self.is(SwitchExprSyntax.self) else { return false }
    let finder = ReturnFinder(viewMode: .sourceAccurate)
    finder.walk(self)
    return finder.isFound
  }

  /// Whether it is a call of IssueReporting's `unimplemented`.
  var isUnimplemented: Bool {
    let name = self.as(FunctionCallExprSyntax.self)?.calledExpression.trimmedDescription
    return ["unimplemented", "IssueReporting.unimplemented"].contains(name)
  }
}

/// Looks for a `return`, but not in closures and functions, which return for themselves.
private final class ReturnFinder: SyntaxVisitor {
  private(set) var isFound = false

  override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
    isFound = true
    return .skipChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: AccessorBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
