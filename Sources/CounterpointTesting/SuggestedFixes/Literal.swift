import CaseKeyPaths
import CounterpointCore
import DependencyInjection
import Foundation
import IdentifiedArrays
import StateSharing

/// Writes values as Swift expressions.
struct Literal {
  /// The maximum length of an expression.
  private static let limit = 1_000

  /// The declarations that the expressions can use; `nil` if they are unknown, and the expressions use all.
  let visible: VisibleDeclarations?
  /// Whether an expression can throw.
  var canThrow = true
  /// The expression of a state from which values that can't be written are copied.
  var recordedState: String?

  /// Returns an expression for a value, or `nil` if none is certain to compile.
  func text(of value: Any) -> String? {
    // Checked first, so that a large value is not traversed completely.
    guard !SizeEstimate.isLarge(value), let text = expression(value), text.count <= Self.limit else { return nil }
    return text
  }

  /// Expressions that don't throw, for arguments of calls and of subscripts.
  var ofArguments: Literal {
    var literal = self
    literal.canThrow = false
    return literal
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

  static func isNil(_ value: Any) -> Bool {
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .optional && mirror.children.isEmpty
  }

  static func isCasePathable(_ value: Any) -> Bool { value is any CasePathable }

  private func expression(_ value: Any) -> String? {
    plainExpression(value) ?? convertedExpression(value)
  }

  private func plainExpression(_ value: Any) -> String? {
    if let text = Self.scalar(value) ?? Self.foundation(value) { return text }
    if let value = value as? any SwiftWritable { return value.swiftText(self) }
    // The initializer of a wrapper is unknown.
    if value is any SharedHandle { return nil }
    if let id = value as? StackElementID { return String(id.debugDescription.dropFirst()) }
    if let elements = value as? any IdentifiedElements {
      // Not if the elements are identified by a key path of their own.
      return value is any ExpressibleByArrayLiteral ? list(elements.identified.map(\.value)) : nil
    }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional:
      guard let wrapped = mirror.children.first?.value else { return "nil" }
      // Without its case, the value would be taken for that of the outer optional.
      return Self.isNil(wrapped) ? ".some(nil)" : expression(wrapped)
    case .collection where value is any ExpressibleByArrayLiteral:
      return list(mirror.children.map(\.value))
    case .set where value is any ExpressibleByArrayLiteral:
      // The order of a set differs in each process.
      return list(mirror.children.map(\.value), isSorted: true)
    case .dictionary where value is any ExpressibleByDictionaryLiteral:
      return dictionary(mirror, isSorted: value is [AnyHashable: Any])
    case .tuple:
      return arguments(mirror.children.map { ($0.label.flatMap { $0.hasPrefix(".") ? nil : $0 }, $0.value) })
        .map { "(\($0))" }
    case .enum where value is any LibraryEnum || !Self.isForeign(type(of: value)):
      return enumeration(value, mirror)
    case .struct where !Self.isForeign(type(of: value)):
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
    case let value as Date: "Date(timeIntervalSinceReferenceDate: \(number(value.timeIntervalSinceReferenceDate)))"
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

  private func list(_ values: [Any], isSorted: Bool = false) -> String? {
    let texts = values.compactMap(expression)
    guard texts.count == values.count else { return nil }
    return "[\((isSorted ? texts.sorted() : texts).joined(separator: ", "))]"
  }

  private func dictionary(_ mirror: Mirror, isSorted: Bool) -> String? {
    guard !mirror.children.isEmpty else { return "[:]" }
    let pairs = mirror.children.compactMap { child -> String? in
      let parts = Mirror(reflecting: child.value).children.compactMap { expression($0.value) }
      return parts.count == 2 ? "\(parts[0]): \(parts[1])" : nil
    }
    guard pairs.count == mirror.children.count else { return nil }
    return "[\((isSorted ? pairs.sorted() : pairs).joined(separator: ", "))]"
  }

  private func arguments(_ values: [(label: String?, value: Any)]) -> String? {
    let texts = values.compactMap { label, value in
      expression(value).map { text in label.map { "\(labelText($0)): \(text)" } ?? text }
    }
    return texts.count == values.count ? texts.joined(separator: ", ") : nil
  }

  private func enumeration(_ value: Any, _ mirror: Mirror) -> String? {
    // The usual form is '.set(\.name, "a")', and not '.binding(.set(\.name, "a"))'.
    if value is any BindableAction, let (label, payload) = mirror.children.first, label == "binding",
      let binding = payload as? any SwiftWritable
    {
      return binding.swiftText(self)
    }
    guard let (label, payload) = mirror.children.first else {
      // A custom description may differ from the name of the case.
      guard !(value is any CustomStringConvertible), !(value is any CustomDebugStringConvertible) else { return nil }
      return caseText("\(value)", of: value)
    }
    guard let label, let arguments = payloadText(payload, label, of: value) else { return nil }
    return "\(caseText(label, of: value))\(arguments)"
  }

  /// Returns a case as source: in an optional, the cases of these names would be those of the optional.
  private func caseText(_ name: String, of value: Any) -> String {
    "\(["none", "some"].contains(name) ? unqualifiedName(of: type(of: value)) : "").\(memberText(name))"
  }

  private func payloadText(_ payload: Any, _ label: String, of value: Any) -> String? {
    guard Mirror(reflecting: payload).displayStyle == .tuple else { return expression(payload).map { "(\($0))" } }
    let isOneTuple = visible?.declaration(of: type(of: value))?.casesOfTuples.contains(label) == true
    return expression(payload).map { isOneTuple ? "(\($0))" : $0 }
  }

  private func structure(_ value: Any, _ mirror: Mirror) -> String? {
    let isObservable = mirror.isObservableState
    let properties = mirror.children.compactMap { child -> (label: String, value: Any)? in
      guard let label = child.label, let name = propertyName(label, of: child.value, isObservable: isObservable) else {
        return nil
      }
      // The storage of a shared value.
      let isWrapped = name == label && label.hasPrefix("_") && child.value is any SharedHandle
      return (isWrapped ? String(name.dropFirst()) : name, child.value)
    }
    let name = unqualifiedName(of: type(of: value))
    guard let visible else { return arguments(properties.map { ($0.label, $0.value) }).map { "\(name)(\($0))" } }
    guard let declaration = visible.declaration(of: type(of: value)) else { return nil }
    let structure = StructExpression(
      properties: Dictionary(properties.map { ($0.label, $0.value) }) { first, _ in first },
      declaration: declaration,
      isVisible: { visible.isVisible($0, of: declaration, type(of: value)) },
      text: expression
    )
    return structure.arguments.map { "\(name)(\($0))" }
  }

  /// Returns whether a type belongs to a library, so that its initializers are unknown.
  private static func isForeign(_ type: Any.Type) -> Bool {
    let name = String(reflecting: type)
    return ["Swift.", "Foundation", "CounterpointCore.", "__C.", "_"].contains { name.hasPrefix($0) }
  }
}

/// Returns the name of a member after a dot.
func memberText(_ name: String) -> String {
  let isPlain = name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "$" }
  return isPlain && !["init", "self", "Type", "Protocol"].contains(name) ? name : "`\(name)`"
}

/// Returns the label of an argument before its colon.
func labelText(_ name: String) -> String {
  let isPlain = name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "$" }
  return isPlain && !["inout", "let", "var"].contains(name) ? name : "`\(name)`"
}

/// Enums of the library and of the standard library. Their cases are written like those of the program's enums.
protocol LibraryEnum {}

extension IdentifiedAction: LibraryEnum {}
extension PresentationAction: LibraryEnum {}
extension Result: LibraryEnum {}
extension StackAction: LibraryEnum {}
extension UndoAction: LibraryEnum {}
