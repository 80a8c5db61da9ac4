@_spi(Internals) import CounterpointSupport
import Synchronization

/// The paths from a type of observable state to its fields, and to the fields of nested observable state.
final class FieldTable<Root: ObservableState>: Sendable {
  /// The paths, by the properties in key paths of the user.
  struct Paths: @unchecked Sendable {
    // @unchecked because key paths to properties capture nothing, and paths are immutable.
    var own: [PartialKeyPath<Root>: any AnyStatePath<Root>]
    /// The paths through a field into a nested value. Created on demand, because they are rarely used.
    var nested: [PartialKeyPath<Root>: any AnyStatePath<Root>]?
    /// The paths to presentations, by their optional properties.
    var presented: [PartialKeyPath<Root>: any AnyStatePath<Root>]
    /// Created on demand, for recordings.
    var names: FieldNames<Root>?
  }

  private let paths: Locked<Paths>
  /// Whether ``tracksAllVariables``; -1 if it was not determined yet.
  private let variablesAreFields = Atomic(-1)

  private init(_ fields: _ObservedFields<Root>) {
    paths = Locked(Paths(own: fields.paths, presented: fields.presented))
  }

  /// The table of the type. Created once.
  static func ofRoot() -> FieldTable {
    let type = ObjectIdentifier(Root.self)
    if let cached = tables.withLock({ $0[type] }) as? FieldTable { return cached }
    // Not under the lock, because `_$fields` is code of the user's type.
    let fields = _ObservedFields<Root>()
    Root._$fields(fields)
    let table = FieldTable(fields)
    tables.withLock { $0[type] = table }
    return table
  }

  /// Returns the observers of a value's fields; `nil` if the type has no fields.
  func observers(of value: Address<Root>) -> FieldObservers? {
    paths.withLock { $0.own.first?.value }?.observers(in: value)
  }

  /// The offset of the registrar in a value; -1 if it is not a stored property, or the type has no fields.
  var registrarOffset: Int { paths.withLock { $0.own.first?.value }?.ownRegistrarOffset ?? -1 }

  /// Whether the type is a struct whose stored variables are all fields, and whose registrar is stored, so that each
  /// edit of a value changes its registrar. Constants change only with the whole value.
  var tracksAllVariables: Bool {
    let cached = variablesAreFields.load(ordering: .relaxed)
    if cached >= 0 { return cached == 1 }
    let result = registrarOffset >= 0 && hasOnlyFields
    variablesAreFields.store(result ? 1 : 0, ordering: .relaxed)
    return result
  }

  private var hasOnlyFields: Bool {
    let fields = paths.withLock { $0 }.own.values.map { MemoryLayout<Root>.offset(of: $0.stored) }
    let known = Set(fields.compactMap(\.self) + [registrarOffset])
    var result = known.count == fields.count + 1
    let isComplete = visitStoredProperties(of: Root.self) { property in
      func isVariable<Value>(_ type: Value.Type) -> Bool { property is WritableKeyPath<Root, Value> }
      if _openExistential(type(of: property).valueType, do: isVariable),
        !(MemoryLayout<Root>.offset(of: property).map(known.contains) ?? false)
      {
        result = false
      }
    }
    return isComplete && result
  }

  /// Returns the path to a field of the state itself; `nil` for other properties.
  func ownPath(_ keyPath: PartialKeyPath<Root>) -> (any AnyStatePath<Root>)? {
    paths.withLock { $0.own[keyPath] }
  }

  /// Returns the path to a field of the state or of a nested value; `nil` for other properties.
  func path(_ keyPath: PartialKeyPath<Root>) -> (any AnyStatePath<Root>)? {
    ownPath(keyPath) ?? nestedPath(keyPath)
  }

  /// Returns the path to a field of a nested value at any depth; `nil` for other properties.
  func nestedPath(_ keyPath: PartialKeyPath<Root>) -> (any AnyStatePath<Root>)? {
    allNested()[keyPath]
  }

  private func allNested() -> [PartialKeyPath<Root>: any AnyStatePath<Root>] {
    let current = paths.withLock { $0 }
    if let nested = current.nested { return nested }
    var nested: [PartialKeyPath<Root>: any AnyStatePath<Root>] = [:]
    // Terminates, because a struct can't contain itself inline.
    for path in current.own.values {
      for inner in path.pathsInside() { nested[inner.name] = inner }
    }
    let complete = Paths(own: current.own, nested: nested, presented: current.presented)
    paths.withLock { $0 = complete }
    return nested
  }

  /// Returns the path to the presentation behind an optional property; `nil` for other properties.
  func presentedPath(_ keyPath: PartialKeyPath<Root>) -> (any AnyStatePath<Root>)? {
    paths.withLock { $0.presented[keyPath] }
  }

  /// Records the observed fields in which a value differs from an older copy of it.
  ///
  /// - Returns: Whether the differences can't be determined.
  func noteDifferences(from previous: Root, to value: Root) -> Bool {
    if let payloads = EnumPayloads(previous, value) { return payloads.noteDifferences() }
    return noteDifferencesOfFields(from: previous, to: value)
  }

  private func noteDifferencesOfFields(from previous: Root, to value: Root) -> Bool {
    let fields = paths.withLock { $0 }.own.values
    return withAddress(of: value) { value in
      guard let observers = fields.lazy.compactMap({ $0.observers(in: value) }).first else { return true }
      withAddress(of: previous) { previous in
        for field in fields { field.noteDifference(from: previous, to: value) }
      }
      // A field with an `@available` attribute is not listed.
      let unlisted = Set(observers.observedFields).subtracting(fields.map(\.fieldNumber))
      for field in unlisted.sorted() { observers.note(field) }
      return false
    }
  }

  /// All paths from the state: to its own fields and to those of nested values.
  func allPaths() -> [any AnyStatePath<Root>] {
    Array(paths.withLock { $0.own.values }) + Array(allNested().values)
  }

  /// The names of the fields and of those of nested values.
  var names: FieldNames<Root> {
    if let names = paths.withLock({ $0.names }) { return names }
    let names = FieldNames(allPaths())
    paths.withLock { $0.names = names }
    return names
  }
}

/// The payloads of two values of an enum.
private struct EnumPayloads {
  let previous: Any
  let value: Any

  /// Returns `nil` if the type is not an enum, or a value has no payload.
  init?<Value>(_ previous: Value, _ value: Value) {
    guard isEnum(Value.self) else { return nil }
    guard let previous = EnumCase(of: previous)?.payload, let value = EnumCase(of: value)?.payload else { return nil }
    self.previous = previous
    self.value = value
  }

  func noteDifferences() -> Bool {
    func open<Payload: _IdentityTracked>(_ value: Payload) -> Bool {
      (previous as? Payload).map { value._$noteDifferences(from: $0) } ?? true
    }
    return (value as? any _IdentityTracked).map { open($0) } ?? true
  }
}

/// The tables of all types. Bounded by the number of types of observable state in the program.
private let tables = Locked<[ObjectIdentifier: any Sendable & AnyObject]>([:])

/// A list of the observed fields of a state type, each with its property, its number, and its storage.
///
/// A type of observable state adds its fields in `_$fields(_:)`, which `@ObservableState` writes.
public final class _ObservedFields<Root> {
  private(set) var paths: [PartialKeyPath<Root>: any AnyStatePath<Root>] = [:]
  /// The presentations, by their optional properties.
  var presented: [PartialKeyPath<Root>: any AnyStatePath<Root>] = [:]
  /// The property of the last pattern.
  var named: PartialKeyPath<Root>?

  package init() {}

  /// Adds a field.
  ///
  /// - Parameters:
  ///   - number: The number of the field, from 0, unique in its type.
  ///   - property: The computed property.
  ///   - stored: The stored property behind it.
  ///   - registrar: The registrar of the value, whose ``ObservationStateRegistrar/id`` is the value's identity.
  public func add<Value>(
    _ number: Int,
    _ property: WritableKeyPath<Root, Value>,
    stored: WritableKeyPath<Root, Value>,
    registrar: KeyPath<Root, ObservationStateRegistrar>
  ) {
    paths[property] = StatePath(property, field: number, stored: stored, registrar: registrar)
  }

  // `_$fields` is nonisolated, even if the state is isolated to an actor. The compiler then rejects a key path to a
  // computed property as an argument, but accepts it as a pattern. The two functions are not generic over the field's
  // type, because the compiler would repeat its error about an unknown type for each argument that it can't infer.

  /// Selects a property for ``addNamed(_:stored:registrar:)``: `if case \Self.count = fields { … }`.
  ///
  /// - Returns: `true`.
  public static func ~= (property: PartialKeyPath<Root>, fields: _ObservedFields) -> Bool {
    fields.named = property
    return true
  }

  /// Adds the field whose property was selected by a pattern.
  ///
  /// - Parameters:
  ///   - number: The number of the field, from 0, unique in its type.
  ///   - stored: The stored property behind the property of the last pattern.
  ///   - registrar: The registrar of the value.
  public func addNamed(
    _ number: Int,
    stored: PartialKeyPath<Root>,
    registrar: KeyPath<Root, ObservationStateRegistrar>
  ) {
    func add<Value>(_ type: Value.Type) {
      guard let property = named as? WritableKeyPath<Root, Value>, let stored = stored as? WritableKeyPath<Root, Value>
      else { preconditionFailure("Field \(number) of \(Root.self) was listed with the property of another type.") }
      self.add(number, property, stored: stored, registrar: registrar)
    }
    _openExistential(Swift.type(of: stored).valueType, do: add)
  }

  /// Returns whether a property is one of the fields.
  package func contains(_ property: PartialKeyPath<Root>) -> Bool { paths[property] != nil }
}
