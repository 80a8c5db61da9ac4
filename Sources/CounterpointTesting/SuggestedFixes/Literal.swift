import CaseKeyPaths
import CounterpointCore
import DependencyInjection
import Foundation
import IdentifiedArrays
import StateSharing

/// Values as Swift expressions.
enum Literal {
  /// The maximum length of an expression.
  private static let limit = 1_000

  /// Returns an expression for a value, or `nil` if none is certain to compile.
  static func text(of value: Any) -> String? {
    // Checked first, so that a large value is not traversed completely.
    guard !SizeEstimate.isLarge(value), let text = expression(value), text.count <= limit else { return nil }
    return text
  }

  /// Returns whether the expression for a value compiles wherever its type is visible: whether the value contains no
  /// structure of this program, whose initializer may be private or have other arguments.
  static func isCertain(_ value: Any) -> Bool {
    if scalar(value) != nil || foundation(value) != nil || value is any SwiftWritable || value is StackElementID {
      return true
    }
    if let elements = value as? any IdentifiedElements { return elements.identified.allSatisfy { isCertain($0.value) } }
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle != .struct && mirror.children.allSatisfy { isCertain($0.value) }
  }

  /// Returns whether a value consists of parts: whether it is a container, or of a type of this program.
  static func isComposed(_ value: Any) -> Bool {
    if value is any IdentifiedElements || value is any StackElements { return true }
    switch Mirror(reflecting: value).displayStyle {
    case .collection, .dictionary, .set, .tuple: return true
    case .struct, .enum: return !isForeign(type(of: value))
    default: return false
    }
  }

  static func isCasePathable(_ value: Any) -> Bool { value is any CasePathable }

  private static func expression(_ value: Any) -> String? {
    if let text = scalar(value) ?? foundation(value) { return text }
    if let value = value as? any SwiftWritable { return value.swiftText }
    // The initializer of a wrapper is unknown.
    if value is any SharedHandle { return nil }
    if let id = value as? StackElementID { return String(id.debugDescription.dropFirst()) }
    if let elements = value as? any IdentifiedElements { return list(elements.identified.map(\.value)) }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional:
      guard let wrapped = mirror.children.first?.value else { return "nil" }
      return expression(wrapped)
    case .collection where value is [Any]:
      return list(mirror.children.map(\.value))
    case .set where value is Set<AnyHashable>:
      // The order of a set differs in each process.
      return list(mirror.children.map(\.value), isSorted: true)
    case .dictionary where value is [AnyHashable: Any]:
      return dictionary(mirror)
    case .tuple:
      return arguments(mirror.children.map { ($0.label.flatMap { $0.hasPrefix(".") ? nil : $0 }, $0.value) })
        .map { "(\($0))" }
    case .enum where value is any LibraryAction || !isForeign(type(of: value)):
      return enumeration(value, mirror)
    case .struct where !isForeign(type(of: value)):
      return structure(value, mirror)
    default:
      return nil
    }
  }

  private static func scalar(_ value: Any) -> String? {
    switch value {
    case let value as Bool: "\(value)"
    case let value as Double: number(value)
    case let value as Float: number(Double("\(value)") ?? Double(value))
    case let value as any BinaryInteger: "\(value)"
    case let value as String: string(value)
    case let value as Substring: string(String(value))
    case let value as Character: string(String(value))
    case let value as Duration: duration(value)
    default: nil
    }
  }

  /// Returns a string literal.
  static func string(_ value: String) -> String {
    // The description escapes apostrophes, which a literal doesn't need.
    value.debugDescription.replacing("\\'", with: "'")
  }

  private static func number(_ value: Double) -> String {
    value.isNaN ? ".nan" : value.isInfinite ? (value < 0 ? "-.infinity" : ".infinity") : "\(value)"
  }

  private static func duration(_ value: Duration) -> String {
    let (seconds, attoseconds) = value.components
    guard attoseconds != 0 else { return ".seconds(\(seconds))" }
    return "Duration(secondsComponent: \(seconds), attosecondsComponent: \(attoseconds))"
  }

  private static func foundation(_ value: Any) -> String? {
    switch value {
    case let value as Date: "Date(timeIntervalSinceReferenceDate: \(value.timeIntervalSinceReferenceDate))"
    case let value as UUID: uuid(value)
    case let value as URL: "URL(string: \(value.absoluteString.debugDescription))!"
    case let value as Decimal: "Decimal(string: \"\(value)\")!"
    case let value as Data: "Data(\(Array(value)))"
    default: nil
    }
  }

  private static func uuid(_ value: UUID) -> String {
    // An identifier of '.incrementing'.
    let digits = value.uuidString.filter { $0 != "-" }
    if let number = Int(digits, radix: 16), UUID(number) == value { return "UUID(\(number))" }
    return "UUID(uuidString: \"\(value.uuidString)\")!"
  }

  private static func list(_ values: [Any], isSorted: Bool = false) -> String? {
    let texts = values.compactMap(expression)
    guard texts.count == values.count else { return nil }
    return "[\((isSorted ? texts.sorted() : texts).joined(separator: ", "))]"
  }

  private static func dictionary(_ mirror: Mirror) -> String? {
    guard !mirror.children.isEmpty else { return "[:]" }
    let pairs = mirror.children.compactMap { child -> String? in
      let parts = Mirror(reflecting: child.value).children.compactMap { expression($0.value) }
      return parts.count == 2 ? "\(parts[0]): \(parts[1])" : nil
    }
    return pairs.count == mirror.children.count ? "[\(pairs.sorted().joined(separator: ", "))]" : nil
  }

  private static func arguments(_ values: [(label: String?, value: Any)]) -> String? {
    let texts = values.compactMap { label, value in
      expression(value).map { text in label.map { "\($0): \(text)" } ?? text }
    }
    return texts.count == values.count ? texts.joined(separator: ", ") : nil
  }

  private static func enumeration(_ value: Any, _ mirror: Mirror) -> String? {
    guard let (label, payload) = mirror.children.first else {
      // A custom description may differ from the name of the case.
      guard !(value is any CustomStringConvertible), !(value is any CustomDebugStringConvertible) else { return nil }
      return ".\(value)"
    }
    guard let label else { return nil }
    // The usual form is '.set(\.name, "a")', and not '.binding(.set(\.name, "a"))'.
    if label == "binding", value is any BindableAction, let binding = payload as? any SwiftWritable {
      return binding.swiftText
    }
    let payloadMirror = Mirror(reflecting: payload)
    if payloadMirror.displayStyle == .tuple { return expression(payload).map { ".\(label)\($0)" } }
    return expression(payload).map { ".\(label)(\($0))" }
  }

  private static func structure(_ value: Any, _ mirror: Mirror) -> String? {
    let isObservable = mirror.isObservableState
    let properties = mirror.children.compactMap { child -> (label: String?, value: Any)? in
      guard let label = child.label, let name = propertyName(label, of: child.value, isObservable: isObservable) else {
        return nil
      }
      return (name, child.value)
    }
    return arguments(properties).map { "\(unqualifiedName(of: type(of: value)))(\($0))" }
  }

  /// Returns whether a type belongs to a library, so that its initializers are unknown.
  private static func isForeign(_ type: Any.Type) -> Bool {
    let name = String(reflecting: type)
    return ["Swift.", "Foundation", "CounterpointCore.", "__C.", "_"].contains { name.hasPrefix($0) }
  }
}

/// The actions of the library. Their cases are written like those of the program's enums.
protocol LibraryAction {}

extension IdentifiedAction: LibraryAction {}
extension PresentationAction: LibraryAction {}
extension StackAction: LibraryAction {}
extension UndoAction: LibraryAction {}
