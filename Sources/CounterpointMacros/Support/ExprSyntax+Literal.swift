import SwiftParser
import SwiftSyntax

extension ExprSyntax {
  /// The type that Swift gives a literal of which nothing else is known, with its module; `nil` if this is none.
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

  /// What a string literal says, if there is nothing to be computed in it.
  var staticString: String? {
    self.as(StringLiteralExprSyntax.self)?.representedLiteralValue
  }
}
