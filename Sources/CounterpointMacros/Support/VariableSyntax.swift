import SwiftParser
import SwiftSyntax

extension VariableDeclSyntax {
  /// Whether it is an instance property.
  var isInstance: Bool {
    !hasModifier(.static) && !hasModifier(.class)
  }

  /// Whether it is declared with `let`.
  var isConstant: Bool {
    bindingSpecifier.tokenKind == .keyword(.let)
  }

  /// Returns whether one of its modifiers is `keyword`.
  func hasModifier(_ keyword: Keyword) -> Bool {
    modifiers.contains(keyword)
  }
}

extension PatternBindingSyntax {
  /// The name; `nil` for a tuple pattern.
  var name: TokenSyntax? {
    pattern.as(IdentifierPatternSyntax.self)?.identifier
  }

  /// Whether the property is stored: it has no accessors, or only observers.
  var isStored: Bool {
    switch accessorBlock?.accessors {
    case nil: true
    case .getter: false
    case .accessors(let accessors):
      accessors.allSatisfy { [.keyword(.willSet), .keyword(.didSet)].contains($0.accessorSpecifier.tokenKind) }
    }
  }
}

extension ExprSyntax {
  /// The default type of a literal, qualified by its module; `nil` for other expressions.
  var literalType: String? {
    switch kind {
    case .booleanLiteralExpr: return "Swift.Bool"
    case .integerLiteralExpr: return "Swift.Int"
    case .floatLiteralExpr: return "Swift.Double"
    case .stringLiteralExpr: return "Swift.String"
    case .prefixOperatorExpr:
      let expression = cast(PrefixOperatorExprSyntax.self)
      let isSign = ["-", "+"].contains(expression.operator.text)
      let type = expression.expression.literalType
      return isSign && ["Swift.Int", "Swift.Double"].contains(type) ? type : nil
    default: return nil
    }
  }

  /// The value of a string literal without interpolations.
  var staticString: String? {
    self.as(StringLiteralExprSyntax.self)?.representedLiteralValue
  }
}

extension SyntaxProtocol {
  /// Whether there is a `return` outside of nested closures and functions.
  var containsReturn: Bool {
    let finder = ReturnFinder(viewMode: .sourceAccurate)
    finder.walk(self)
    return finder.isFound
  }
}

/// Finds a `return`, except in nested closures and functions.
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
