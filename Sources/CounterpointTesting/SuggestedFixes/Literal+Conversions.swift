import CounterpointCore
import Foundation

extension Literal {
  /// Returns an expression by a conversion that restores an equal value, for types without a known initializer.
  ///
  /// A witness of a public protocol is as accessible as its type.
  func convertedExpression(_ value: Any) -> String? {
    guard let visible, [.struct, .enum, .class].contains(Mirror(reflecting: value).displayStyle),
      visible.canName(type(of: value))
    else { return nil }
    return (value as? any RawRepresentable).flatMap { rawExpression($0) }
      ?? (value as? any LosslessStringConvertible).flatMap { describedExpression($0) }
      ?? (value as? any Codable).flatMap { decodedExpression($0) }
  }

  private func rawExpression<Value: RawRepresentable>(_ value: Value) -> String? {
    guard let restored = Value(rawValue: value.rawValue), areEqual(restored, value) == true else { return nil }
    return text(of: value.rawValue).map { converted("rawValue: \($0)", to: Value.self) }
  }

  private func describedExpression<Value: LosslessStringConvertible>(_ value: Value) -> String? {
    guard let restored = Value(value.description), areEqual(restored, value) == true else { return nil }
    return converted(Self.string(value.description), to: Value.self)
  }

  /// Returns the call of an initializer that may be failable: an option set has one that isn't.
  private func converted(_ argument: String, to type: Any.Type) -> String {
    let name = unqualifiedName(of: type)
    return "(\(name)(\(argument)) as \(name)?)!"
  }

  private func decodedExpression<Value: Codable>(_ value: Value) -> String? {
    guard canThrow, visible?.hasFoundation == true else { return nil }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(value), let restored = try? JSONDecoder().decode(Value.self, from: data),
      areEqual(restored, value) == true
    else { return nil }
    let json = String(decoding: data, as: UTF8.self)
    var pounds = "#"
    // Neither the end of the text nor an escape sequence.
    while json.contains("\"\(pounds)") || json.contains("\\\(pounds)") { pounds += "#" }
    let text = "\(pounds)\"\(json)\"\(pounds)"
    return "try JSONDecoder().decode(\(unqualifiedName(of: Value.self)).self, from: Data(\(text).utf8))"
  }
}

extension Range: SwiftWritable {
  func swiftText(_ literal: Literal) -> String? { rangeText(lowerBound, "..<", upperBound, literal) }
}

extension ClosedRange: SwiftWritable {
  func swiftText(_ literal: Literal) -> String? { rangeText(lowerBound, "...", upperBound, literal) }
}

private func rangeText(_ lower: Any, _ operation: String, _ upper: Any, _ literal: Literal) -> String? {
  guard let lower = literal.ofArguments.text(of: lower), let upper = literal.ofArguments.text(of: upper) else {
    return nil
  }
  return "\(lower)\(operation)\(upper)"
}
