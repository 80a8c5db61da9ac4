import CounterpointCore
import CounterpointSupport

/// The values that stand in a recording for secret ones.
///
/// ```swift
/// let redaction = Redaction()
///   .redact(\SignUpDraft.password) { String(repeating: "x", count: $0.count) }
///   .redact(AccessToken.self) { _ in AccessToken("redacted") }
/// ```
///
/// A stand-in has the type of the secret, so that a replay goes the same way. It is written wherever the property or the
/// type occurs: in states, actions, bindings, digests, and in the text of values that can't be encoded.
public struct Redaction: Sendable {
  private var types: [ObjectIdentifier: @Sendable (Any) -> Any] = [:]
  /// By the type of the owner: replaces the redacted properties of a value.
  private var owners: [ObjectIdentifier: [Property]] = [:]

  private struct Property: Sendable {
    /// The name of an observed field, which bindings use.
    let name: String?
    /// The name of the stored property.
    let label: String?
    let standIn: @Sendable (Any) -> Any
    let replace: @Sendable (Any) -> Any
  }

  /// Creates a redaction that replaces nothing.
  public init() {}

  var isEmpty: Bool { types.isEmpty && owners.isEmpty }

  /// Returns a redaction that also replaces a property, in all values of its owner's type.
  ///
  /// - Parameters:
  ///   - property: The property.
  ///   - standIn: Returns the value that is written. Called on the actors of the recorded stores.
  public func redact<Owner: SendableMetatype, Value: Encodable & SendableMetatype>(
    _ property: any WritableKeyPath<Owner, Value> & Sendable,
    with standIn: @escaping @Sendable (Value) -> Value
  ) -> Self {
    var copy = self
    copy.owners[ObjectIdentifier(Owner.self), default: []].append(
      Property(
        name: (Owner.self as? any ObservableState.Type).flatMap { observedName(of: property, in: $0) },
        label: lastName(of: property),
        standIn: { value in (value as? Value).map { standIn($0) } ?? value },
        replace: { owner in
          guard var owner = owner as? Owner else { return owner }
          owner[keyPath: property] = standIn(owner[keyPath: property])
          return owner
        }
      )
    )
    return copy
  }

  /// Returns a redaction that also replaces all values of a type.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - standIn: Returns the value that is written. Called on the actors of the recorded stores.
  public func redact<Value: Encodable & SendableMetatype>(
    _ type: Value.Type,
    with standIn: @escaping @Sendable (Value) -> Value
  ) -> Self {
    var copy = self
    copy.types[ObjectIdentifier(type)] = { value in (value as? Value).map { standIn($0) } ?? value }
    return copy
  }

  /// Returns a value without its own secrets. Those of its parts are replaced when they are written.
  func apply<Value: Encodable>(to value: Value) -> any Encodable {
    replace(value) as? any Encodable ?? value
  }

  private func replace(_ value: Any) -> Any {
    let id = ObjectIdentifier(type(of: value))
    var value = value
    if let standIn = types[id] { value = standIn(value) }
    for property in owners[id] ?? [] { value = property.replace(value) }
    return value
  }

  /// Returns what a binding writes instead of the value of a property.
  func standIn(for value: any Encodable, property: String, of owner: Any.Type) -> any Encodable {
    let found = owners[ObjectIdentifier(owner)]?.first { $0.name == property || $0.label == property }
    return found.flatMap { $0.standIn(value) as? any Encodable } ?? value
  }

  /// Returns a description of a value that can't be encoded, with stand-ins.
  func text(of value: Any) -> String {
    let value = replace(value)
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional:
      return mirror.children.first.map { text(of: $0.value) } ?? "nil"
    case .collection, .set:
      return "[\(mirror.children.map { text(of: $0.value) }.joined(separator: ", "))]"
    case .dictionary:
      let pairs = mirror.children.map { child in
        Mirror(reflecting: child.value).children.map { text(of: $0.value) }.joined(separator: ": ")
      }
      return "[\(pairs.isEmpty ? ":" : pairs.joined(separator: ", "))]"
    case .enum:
      guard let payload = mirror.children.first else { return caseName(of: value) }
      let text = text(of: payload.value)
      return ".\(payload.label ?? "")\(text.hasPrefix("(") ? text : "(\(text))")"
    case .struct where !mirror.children.isEmpty, .tuple:
      let name = mirror.displayStyle == .tuple ? "" : typeName(type(of: value))
      return "\(name)(\(mirror.children.map { part($0, of: value) }.joined(separator: ", ")))"
    case .struct:
      return value is any LosslessStringConvertible ? "\(value)" : "\(typeName(type(of: value)))()"
    default:
      return mirror.children.isEmpty && !(type(of: value) is AnyClass) && !(value is any Error)
        ? "\(value)" : typeName(type(of: value))
    }
  }

  private func part(_ child: Mirror.Child, of owner: Any) -> String {
    let text = text(of: child.value)
    guard let label = child.label, !label.hasPrefix(".") else { return text }
    return "\(label): \(text)"
  }
}

/// Returns the name of an observed field, `nil` if the key path leads elsewhere.
private func observedName<Root: ObservableState>(of property: AnyKeyPath, in type: Root.Type) -> String? {
  (property as? PartialKeyPath<Root>).flatMap { CounterpointCore.fieldName(of: $0) }
}

/// Returns the last name of a key path's description, without the underscore of a stored property.
private func lastName(of property: AnyKeyPath) -> String? {
  property.debugDescription.split(separator: ".").last.map { String($0.drop { $0 == "_" }) }
}
