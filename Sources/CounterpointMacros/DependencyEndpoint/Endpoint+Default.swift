import SwiftSyntax

// The default of an endpoint reports the call, then returns or throws if possible.
extension Endpoint {
  /// The default in the source, if it is a closure literal.
  private var defaultClosure: ClosureExprSyntax? {
    defaultValue?.as(ClosureExprSyntax.self)
  }

  /// The signature of the closure: that of the source, or `_` for each argument.
  var closureSignature: String {
    if let defaultClosure {
      return defaultClosure.signature.map { " \($0.trimmedDescription)" } ?? ""
    }
    let count = function.parameters.count
    return count == 0 ? "" : " \(Array(repeating: "_", count: count).joined(separator: ", ")) in"
  }

  /// The statement that reports the call, and the statements after it.
  var closureBody: Lines {
    let outcome = outcome
    // A brace on the next line would begin a trailing closure.
    let end = outcome.first?.hasPrefix("{") == true ? ";" : ""
    return ["DependencyInjection.reportUnimplemented(\"\(path)\")\(end)"] + outcome
  }

  private var outcome: Lines {
    if let defaultClosure {
      statements(of: defaultClosure)
    } else if needsDefault || defaultValue != nil {
      // Never run, because an error has been reported. It prevents a further error of the compiler.
      ["Swift.fatalError()"]
    } else if throwsAnyError {
      ["throw DependencyInjection.Unimplemented(\"\(name.unquoted)\")"]
    } else if function.returnClause.type.isVoid {
      []
    } else {
      ["return nil"]
    }
  }

  /// Returns the statements of the default. A single expression is an implicit result there, but not after the
  /// report.
  private func statements(of closure: ClosureExprSyntax) -> Lines {
    let lines = closure.statements.flatMap { $0.trimmedDescription.linesWithoutCommonIndentation }
    guard let expression = closure.onlyExpression, !function.returnClause.type.isVoid, !expression.stopsTheProgram,
      !expression.hasReturningBranch
    else { return lines }
    return ["return \(lines[0])"] + lines.dropFirst()
  }
}

extension ClosureExprSyntax {
  /// The only expression of the closure. The parser treats `if` and `switch` as statements; here they are
  /// expressions.
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
  /// Whether it is a call of a standard library function that never returns, after which a `return` doesn't compile.
  var stopsTheProgram: Bool {
    let name = self.as(FunctionCallExprSyntax.self)?.calledExpression.trimmedDescription
    return ["fatalError", "Swift.fatalError", "preconditionFailure", "Swift.preconditionFailure"].contains(name)
  }

  /// Whether it is an `if` or a `switch` whose branches contain `return`, so that it has no value.
  fileprivate var hasReturningBranch: Bool {
    guard self.is(IfExprSyntax.self) || self.is(SwitchExprSyntax.self) else { return false }
    return containsReturn
  }

  /// Whether it is a call of IssueReporting's `unimplemented`.
  var isUnimplemented: Bool {
    let name = self.as(FunctionCallExprSyntax.self)?.calledExpression.trimmedDescription
    return ["unimplemented", "IssueReporting.unimplemented"].contains(name)
  }
}
