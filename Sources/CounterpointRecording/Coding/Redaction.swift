import CounterpointCore
@_spi(Internals) import CounterpointSupport
import CounterpointThreadLocals

/// The values that stand in a recording for secret ones.
///
/// ```swift
/// let redaction = Redaction()
///   .redact(\SignUpDraft.password) { String(repeating: "x", count: $0.count) }
///   .redact(AccessToken.self) { _ in AccessToken("redacted") }
/// ```
///
/// A stand-in has the type of the secret, so that a replay goes the same way. It is written wherever the property or
/// the type occurs: in states, actions, bindings, shared values, keys of dictionaries, digests, and in the text of
/// values that can't be encoded. An enum that writes a secret payload by the payload's own `encode(to:)` can't be
/// encoded. The text of an `EncodingError`, the label of a store, and the names of effects, reads and shared values are
/// written as they are.
public struct Redaction: Sendable {
  private var types: [ObjectIdentifier: @Sendable (Any) -> Any] = [:]
  /// By the type of the owner: replaces the redacted properties of a value.
  private var owners: [ObjectIdentifier: [Property]] = [:]

  private struct Property: Sendable {
    /// The name of an observed field, which bindings use.
    let name: String?
    /// The name of the stored property, `nil` for a computed one.
    let label: String?
    /// The type of the property.
    let type: Any.Type
    let standIn: @Sendable (Any) -> Any
    let replace: @Sendable (Any) -> Any
  }

  /// Creates a redaction that replaces nothing.
  public init() {}

  var isEmpty: Bool { types.isEmpty && owners.isEmpty }

  /// Returns a redaction that also replaces a property, in all values of its owner's type.
  ///
  /// Name the property by the type that declares it, as in `\SignUpDraft.password`, because a secret is recognized by
  /// this type. Reports an issue if the key path has several components, as in `\SignUp.State.draft.password`.
  ///
  /// - Parameters:
  ///   - property: The property of a value type. The property of a class stops the program, because its stand-in would
  ///     be assigned to the object.
  ///   - standIn: Returns the value that is written. Called on the actors of the recorded stores.
  public func redact<Owner: SendableMetatype, Value: Encodable & SendableMetatype>(
    _ property: any WritableKeyPath<Owner, Value> & Sendable,
    with standIn: @escaping @Sendable (Value) -> Value,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    precondition(
      !(property is ReferenceWritableKeyPath<Owner, Value>),
      "A redaction would assign the stand-in to the object of '\(Owner.self)'. Redact a type instead."
    )
    if componentCount(of: property, root: Owner.self) > 1 {
      reportIssue(
        """
        The redaction of '\(property.debugDescription)' replaces the property only inside of '\(Owner.self)': other \
        values that contain it are written as they are. Use a key path of the type that declares the property.
        """,
        at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
      )
    }
    var copy = self
    copy.owners[ObjectIdentifier(Owner.self), default: []].append(
      Property(
        name: (Owner.self as? any ObservableState.Type).flatMap { observedName(of: property, in: $0) },
        label: lastName(of: property),
        type: Value.self,
        standIn: { value in (value as? Value).map { standIn($0) } ?? value },
        replace: { owner in
          guard var owner = owner as? Owner else { return owner }
          // The copy is not part of the state that a reducer on this thread may be changing.
          let changes = counterpoint_exchange_current_changes(0)
          defer { _ = counterpoint_exchange_current_changes(changes) }
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

  /// Returns whether all values of a type are replaced.
  func hasRule<Value>(for type: Value.Type) -> Bool { types[ObjectIdentifier(type)] != nil }

  /// Returns whether values of a type, or properties of theirs, are replaced.
  func hasRule(forAny type: Any.Type) -> Bool {
    types[ObjectIdentifier(type)] != nil || owners[ObjectIdentifier(type)] != nil
  }

  /// Returns a value without its own secrets. Those of its parts are replaced when they are written.
  func apply<Value: Encodable>(to value: Value) -> any Encodable {
    replace(value) as? any Encodable ?? value
  }

  /// Returns the value without its own secrets, and without those of an optional's payload.
  func replace(_ value: Any) -> Any {
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

  /// Returns what the text of a binding contains instead of its value. Without the name of the property, any redacted
  /// property of the same type may be meant.
  private func standIn(for value: Any, property: String?) -> Any {
    let candidates = owners.values.joined().filter { $0.type == type(of: value) }
    let found = candidates.first { candidate in
      let names = [candidate.name, candidate.label].compactMap(\.self)
      return property == nil || names.isEmpty || names.contains { $0 == property }
    }
    return found.map { $0.standIn(value) } ?? value
  }

  /// Returns a description of a value that can't be encoded, with stand-ins.
  func text(of value: Any) -> String {
    if let binding = value as? any TextOfBinding {
      let name = binding.propertyName
      let last = name?.utf8.split(separator: UInt8(ascii: ".")).last.map { String(Substring($0)) }
      return ".set(\(name ?? "?"), \(text(of: standIn(for: binding.assignedValue, property: last))))"
    }
    if let wrapper = value as? any ValueWrapper { return text(of: wrapper.valueForText) }
    let value = replace(value)
    let mirror = Mirror(reflecting: value)
    // A mirror of another value shows its properties without the rules for its type.
    if mirror.subjectType != type(of: value), hasRule(forAny: mirror.subjectType) { return typeName(type(of: value)) }
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

/// A binding action, whose value is secret if its property is.
private protocol TextOfBinding {
  var assignedValue: Any { get }
  /// The key path as in code, `nil` if its names are unknown.
  var propertyName: String? { get }
}

extension BindingAction: TextOfBinding {
  fileprivate var assignedValue: Any { newValue }
  fileprivate var propertyName: String? { keyPathText }
}

/// Returns the number of properties that a key path passes through.
private func componentCount(of property: AnyKeyPath, root: Any.Type) -> Int {
  // The description begins with the root type, whose generic arguments may contain dots.
  var depth = 0
  var count = 0
  for character in property.debugDescription {
    switch character {
    case "<", "(", "[": depth += 1
    case ">", ")", "]": depth -= 1
    case "." where depth == 0: count += 1
    default: break
    }
  }
  return count
}

/// Returns the name of an observed field, `nil` if the key path leads elsewhere.
private func observedName<Root: ObservableState>(of property: AnyKeyPath, in type: Root.Type) -> String? {
  (property as? PartialKeyPath<Root>).flatMap { CounterpointCore.fieldName(of: $0) }
}

/// Returns the last name of a key path's description, without the underscore of a stored property; `nil` for a computed
/// property.
private func lastName(of property: AnyKeyPath) -> String? {
  let description = property.debugDescription
  guard !description.hasSuffix(">") else { return nil }
  return description.split(separator: ".").last.map { String($0.drop { $0 == "_" }) }
}
