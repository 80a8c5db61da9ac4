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
    return ignoringSignature.map { " \($0)" } ?? ""
  }

  /// The signature of a closure that ignores the arguments; `nil` if there are none.
  ///
  /// The compiler infers the types of the parameters, except that of a pack.
  var ignoringSignature: String? {
    let parameters = function.parameters
    guard !parameters.isEmpty else { return nil }
    return parameters.contains { $0.type.is(PackExpansionTypeSyntax.self) }
      ? "(\(parameters.map { "_: \($0.type.trimmedDescription)" }.joined(separator: ", "))) in"
      : "\(parameters.map { _ in "_" }.joined(separator: ", ")) in"
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
      defaultClosure.statements.lines(returnsValue: !function.returnClause.type.isVoid)
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
}

extension CodeBlockItemListSyntax {
  /// Returns the statements of a default, after which a value is returned if there is one.
  ///
  /// A single expression is an implicit result in the user's closure, but not after the report. A single expression in
  /// a branch of `#if` is one too, if there are no other statements.
  fileprivate func lines(returnsValue: Bool) -> Lines {
    let lines = flatMap { $0.trimmedDescription.linesWithoutCommonIndentation }
    guard returnsValue else { return lines }
    if let onlyExpression {
      guard !onlyExpression.stopsTheProgram, !onlyExpression.hasReturningBranch else { return lines }
      return ["return \(lines[0])"] + lines.dropFirst()
    }
    let conditions = compactMap { item -> Conditional<CodeBlockItemListSyntax>? in
      guard case .decl(let declaration) = item.item, let block = declaration.as(IfConfigDeclSyntax.self) else {
        return nil
      }
      return Conditional(block) { elements in
        if case .statements(let statements) = elements { [.always(statements)] } else { [] }
      }
    }
    guard conditions.count == count else { return lines }
    return render(conditions) { $0.lines(returnsValue: true) }.flatMap { $0 }
  }

  /// The only expression. The parser treats `if` and `switch` as statements; here they are expressions.
  var onlyExpression: ExprSyntax? {
    guard count == 1 else { return nil }
    return switch first?.item {
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
