@_spi(Internals) import CounterpointSupport
public import IdentifiedArrays

/// A field of another reference's value.
final class KeyPathReference<Base, Value>: MutableReference<Value>, @unchecked Sendable {
  // @unchecked because of the key path, which is immutable; its subscript arguments are ids.
  private let base: MutableReference<Base>
  private let keyPath: WritableKeyPath<Base, Value>

  init(_ base: MutableReference<Base>, _ keyPath: WritableKeyPath<Base, Value>) {
    self.base = base
    self.keyPath = keyPath
    super.init(observation: base.observation)
  }

  override var root: any Root { base.root }
  override var description: String { "\(base.description)[dynamicMember: \(keyPathDescription(keyPath))]" }
  override func recordedName(_ known: (AnyObject) -> String?) -> String? {
    fieldName(keyPath, of: base.recordedName(known))
  }

  override func value(_ view: SharedView) -> Value { base.value(view)[keyPath: keyPath] }

  override func isSame(as other: Reference<Value>) -> Bool {
    guard let other = other as? KeyPathReference else { return false }
    return other.keyPath == keyPath && other.base.isSame(as: base)
  }

  override func subscribe(_ receive: @escaping @Sendable (Transfer<Value>) -> Void) -> SharedSubscription {
    base.subscribe { [self] in receive(Transfer(value: $0.value[keyPath: keyPath])) }
  }

  override func withLock<Result, Failure: Error>(
    _ assertion: SharedAssertion?,
    _ mode: ChangeMode,
    at location: SourceLocation,
    _ operation: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try base.withLock(assertion, mode, at: location) { base throws(Failure) in try operation(&base[keyPath: keyPath]) }
  }

  override func transactWithKey<Result>(
    _ request: RemoteRequest,
    isolation: isolated (any Actor)?,
    _ operation: (inout Value) throws -> Result
  ) async throws -> Result? {
    try await base.transactWithKey(request, isolation: isolation) { try operation(&$0[keyPath: keyPath]) }
  }
}

/// A read-only field of another reference's value.
final class KeyPathReader<Base, Value>: Reference<Value>, @unchecked Sendable {
  // @unchecked because of the key path, which is immutable.
  private let base: Reference<Base>
  private let keyPath: KeyPath<Base, Value>

  init(_ base: Reference<Base>, _ keyPath: KeyPath<Base, Value>) {
    self.base = base
    self.keyPath = keyPath
    super.init(observation: base.observation)
  }

  override var root: any Root { base.root }
  override var description: String { "\(base.description)[dynamicMember: \(keyPathDescription(keyPath))]" }
  override func recordedName(_ known: (AnyObject) -> String?) -> String? {
    fieldName(keyPath, of: base.recordedName(known))
  }

  override func value(_ view: SharedView) -> Value { base.value(view)[keyPath: keyPath] }

  override func isSame(as other: Reference<Value>) -> Bool {
    guard let other = other as? KeyPathReader else { return false }
    return other.keyPath == keyPath && other.base.isSame(as: base)
  }

  override func subscribe(_ receive: @escaping @Sendable (Transfer<Value>) -> Void) -> SharedSubscription {
    base.subscribe { [self] in receive(Transfer(value: $0.value[keyPath: keyPath])) }
  }
}

/// A function of another reference's value, evaluated at each read.
final class MapReference<Base, Value>: Reference<Value>, @unchecked Sendable {
  private let base: Reference<Base>
  private let transform: @Sendable (Base) -> Value

  init(_ base: Reference<Base>, _ transform: @escaping @Sendable (Base) -> Value) {
    self.base = base
    self.transform = transform
    super.init(observation: base.observation)
  }

  override var root: any Root { base.root }
  override var description: String { "\(base.description).map(…, as: \(typeName(Value.self)).self)" }
  override func value(_ view: SharedView) -> Value { transform(base.value(view)) }
  override func isSame(as other: Reference<Value>) -> Bool { false }

  override func subscribe(_ receive: @escaping @Sendable (Transfer<Value>) -> Void) -> SharedSubscription {
    base.subscribe { [transform] in receive(Transfer(value: transform($0.value))) }
  }
}

/// Returns the name of a field in recordings; `nil` if the text of the key path differs in each process.
private func fieldName(_ keyPath: AnyKeyPath, of base: String?) -> String? {
  let text = keyPathDescription(keyPath)
  guard let base, !text.contains("<computed"), !text.contains("<offset") else { return nil }
  return "\(base)[dynamicMember: \(text)]"
}

/// Returns the key path as it is written in code, without the module.
private func keyPathDescription(_ keyPath: AnyKeyPath) -> String {
  let text = String(reflecting: keyPath)
  let root = String(reflecting: type(of: keyPath).rootType)
  let prefix = "\\\(root)"
  guard text.hasPrefix(prefix) else { return text }
  return "\\\(typeName(type(of: keyPath).rootType))\(text.dropFirst(prefix.count))"
}

extension Shared {
  /// Derives a shared field of the value: `$user.name`.
  ///
  /// It belongs to the value that the wrapper shows now. Loading, saving and observing the field applies to the whole
  /// value.
  ///
  /// - Parameter keyPath: The field.
  public subscript<Member>(dynamicMember keyPath: WritableKeyPath<Value, Member>) -> Shared<Member> {
    Shared<Member>(reference: KeyPathReference(reference, keyPath))
  }

  /// Derives a read-only shared field of the value.
  ///
  /// - Parameter keyPath: The field.
  public subscript<Member>(dynamicMember keyPath: KeyPath<Value, Member>) -> SharedReader<Member> {
    SharedReader<Member>(reference: KeyPathReader(reference, keyPath))
  }

  /// Derives a shared value with a function, which runs at each read.
  ///
  /// - Parameter body: The function.
  public func read<Member>(_ body: @escaping @Sendable (Value) -> Member) -> SharedReader<Member> {
    SharedReader<Member>(reference: MapReference(reference, body))
  }

  /// Derives a read-only shared field of the value.
  ///
  /// - Parameter keyPath: The field.
  @available(
    *,
    deprecated,
    message: "Write '$shared.field' for a field, or 'read { $0.field }' if it must not be writable."
  )
  public func read<Member>(_ keyPath: KeyPath<Value, Member>) -> SharedReader<Member> {
    SharedReader<Member>(reference: KeyPathReader(reference, keyPath))
  }
}

extension RangeReplaceableCollection {
  /// Creates a collection of shared elements from a shared collection: `ForEach(Array($rows)) { … }`.
  ///
  /// Each wrapper identifies its element by id, so it stays valid if the element moves. If the element is removed, the
  /// wrapper shows the value of the last read or change through the wrapper.
  ///
  /// - Parameter shared: The collection.
  public init<Elements: _MutableIdentifiedCollection>(_ shared: Shared<Elements>)
  where Element == Shared<Elements.Element>, Elements.Index == Elements.IDs.Index {
    self.init(
      shared.wrappedValue.ids.compactMap { id in
        OptionalReference(KeyPathReference(shared.reference, \.[id: id]), following: false).map(Shared.init(reference:))
      }
    )
  }

  /// Creates a collection of read-only shared elements from a shared collection.
  ///
  /// Each wrapper identifies its element by id, so it stays valid if the element moves. If the element is removed, the
  /// wrapper shows the value of the last read or change through the wrapper.
  ///
  /// - Parameter shared: The collection.
  public init<Elements: _IdentifiedCollection>(_ shared: SharedReader<Elements>)
  where Element == SharedReader<Elements.Element>, Elements.Index == Elements.IDs.Index {
    self.init(
      shared.wrappedValue.ids.compactMap { id in
        OptionalReader(KeyPathReader(shared.reference, \.[id: id]), following: false).map(SharedReader.init(reference:))
      }
    )
  }
}
