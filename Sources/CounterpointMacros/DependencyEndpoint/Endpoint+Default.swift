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
    return ["DependencyInjection.reportUnimplemented(\"\(path)\")"] + outcome
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

  /// The statements of the user's default. One that stands alone is returned implicitly there, but no longer behind the report.
  private func statements(of closure: ClosureExprSyntax) -> Lines {
    let lines = closure.statements.flatMap { $0.trimmedDescription.linesWithoutCommonIndentation }
    guard closure.statements.count == 1, case .expr(let expression) = closure.statements.first?.item,
      !function.returnClause.type.isVoid, !expression.stopsTheProgram
    else { return lines }
    return ["return \(lines[0])"] + lines.dropFirst()
  }
}

extension ExprSyntax {
  /// Whether it is a call of a function of Swift that never returns, after which a `return` can't be compiled.
  var stopsTheProgram: Bool {
    let name = self.as(FunctionCallExprSyntax.self)?.calledExpression.trimmedDescription
    return ["fatalError", "Swift.fatalError", "preconditionFailure", "Swift.preconditionFailure"].contains(name)
  }

  /// Whether it is a call of IssueReporting's `unimplemented`.
  var isUnimplemented: Bool {
    let name = self.as(FunctionCallExprSyntax.self)?.calledExpression.trimmedDescription
    return ["unimplemented", "IssueReporting.unimplemented"].contains(name)
  }
}
