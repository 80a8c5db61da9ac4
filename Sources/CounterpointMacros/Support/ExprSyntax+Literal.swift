import SwiftParser
import SwiftSyntax

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
