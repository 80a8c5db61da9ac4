@_spi(Internals) import CounterpointSupport

/// The path from a state to a part of it, for reading and writing in place.
///
/// A write through a key path to a computed property copies the value. If the property is a field of observable state,
/// also a nested one, the path uses the stored property behind it, and notifies the field's observers of a replacement.
@usableFromInline
final class StatePath<Root, Value>: AnyStatePath, @unchecked Sendable {
  // @unchecked because it is immutable, and key paths to stored properties capture no values.

  var name: PartialKeyPath<Root> { property }
  var stored: PartialKeyPath<Root> { keyPath }

  private let property: WritableKeyPath<Root, Value>
  /// The stored property if it is known; otherwise the given property.
  let keyPath: WritableKeyPath<Root, Value>
  /// The offset of the value in the root; `nil` for computed properties.
  let offset: Int?
  private let field: Field?
  /// The number of the field, 0 if there is none.
  private let number: Int
  /// The bit of the field in sets of fields.
  private let bit: UInt64
  /// The path to the value that contains the field; `nil` if that is the root.
  private let outer: (any AnyStatePath<Root>)?
  /// All fields on the path.
  private let levels: [Level]
  private let tracker: IdentityTracker<Value>?
  /// The same, unretained: this object retains it.
  private let unretainedTracker: Unretained<IdentityTracker<Value>>?
  /// Like `offset` if the value is in the root itself, so that an edit needs only ``willEdit(_:_:)``; otherwise -1.
  @usableFromInline let directOffset: Int
  /// The offset of the field's registrar in the root; -1 if there is no field.
  private let registrarOffset: Int
  /// Creates the placeholder of a value that is moved out for an edit; `nil` if the edit is of a copy.
  private let empty: (() -> Value)?

  private struct Field {
    let number: Int
    let registrar: KeyPath<Root, ObservationStateRegistrar>
  }

  /// A field on the path.
  struct Level {
    let number: Int
    let registrar: KeyPath<Root, ObservationStateRegistrar>
    /// Reads the value at the end of the path, from a value of the field.
    let read: (_ fieldValue: Any, _ body: (Address<Value>) -> Void) -> Void
  }

  private init(
    _ property: WritableKeyPath<Root, Value>,
    stored: WritableKeyPath<Root, Value>,
    field: Field?,
    outer: (any AnyStatePath<Root>)? = nil,
    levels: [Level] = []
  ) {
    let level = field.map { field in
      Level(number: field.number, registrar: field.registrar) { value, body in
        if let value = value as? Value { withAddress(of: value, body) }
      }
    }
    self.levels = levels + (level.map { [$0] } ?? [])
    self.property = property
    self.keyPath = stored
    self.offset = MemoryLayout<Root>.offset(of: stored)
    self.field = field
    self.number = field?.number ?? 0
    self.bit = FieldObservers.bit(of: number)
    self.outer = outer
    let tracker = IdentityTracker<Value>.make()
    self.tracker = tracker
    self.unretainedTracker = tracker.map { Unretained($0) }
    let registrarOffset = field.map { MemoryLayout<Root>.offset(of: $0.registrar) }
    self.registrarOffset = (registrarOffset ?? -1) ?? -1
    let isDirect = outer == nil && (field == nil || self.registrarOffset >= 0)
    self.directOffset = isDirect ? offset ?? -1 : -1
    self.empty = (Value.self as? any EmptyInitializable.Type).map { type in { Self.make(type) } }
  }

  /// Creates the path to a field of observable state.
  convenience init(
    _ property: WritableKeyPath<Root, Value>,
    field number: Int,
    stored: WritableKeyPath<Root, Value>,
    registrar: KeyPath<Root, ObservationStateRegistrar>
  ) {
    self.init(property, stored: stored, field: Field(number: number, registrar: registrar))
  }

  private static func make(_ type: any EmptyInitializable.Type) -> Value {
    guard let value = type.init() as? Value else { preconditionFailure("\(type) is not \(Value.self).") }
    return value
  }

  /// Returns the path of a key path. Paths to stored properties are cached; a lookup takes about 50 ns.
  @usableFromInline
  static func of(_ keyPath: WritableKeyPath<Root, Value>) -> StatePath {
    if let cached = StatePaths.shared.path(keyPath) as? StatePath { return cached }
    let path = make(keyPath)
    // Other key paths may capture a value, as in `\.rows[id: 5]`, and their number is unbounded.
    if path.offset != nil { StatePaths.shared.insert(path, for: keyPath) }
    return path
  }

  private static func make(_ keyPath: WritableKeyPath<Root, Value>) -> StatePath {
    if let path = fieldPath(keyPath, isNested: false) { return path }
    let path = StatePath(keyPath, stored: keyPath, field: nil)
    if path.offset != nil { return path }
    return fieldPath(keyPath, isNested: true) ?? path
  }

  private static func fieldPath(_ keyPath: WritableKeyPath<Root, Value>, isNested: Bool) -> StatePath? {
    func find<State: ObservableState>(in type: State.Type) -> StatePath? {
      let table = FieldTable<State>.ofRoot()
      guard let keyPath = keyPath as? PartialKeyPath<State> else { return nil }
      return (isNested ? table.nestedPath(keyPath) : table.ownPath(keyPath)) as? StatePath
    }
    return (Root.self as? any ObservableState.Type).flatMap { find(in: $0) }
  }

  /// Whether the value is an observable field.
  var isField: Bool { field != nil }

  /// Returns the address of the value in a root; `nil` for computed properties.
  func address(in root: Address<Root>) -> Address<Value>? {
    guard let offset else { return nil }
    return root.property(at: offset)
  }

  func track(in root: Address<Root>) {
    outer?.track(in: root)
    guard let field else { return }
    observers(of: field, in: root).access(field.number)
  }

  /// Observes the fields on the path.
  ///
  /// - Parameters:
  ///   - root: The state.
  ///   - subscription: The subscription of the observer.
  ///   - keep: Saves a value that is removed from the end of the path.
  func watch(
    in root: Address<Root>,
    _ subscription: inout RemovalSubscription,
    keep: @escaping (Address<Value>) -> Void
  ) {
    for level in levels {
      let offset = MemoryLayout<Root>.offset(of: level.registrar) ?? -1
      let observers = self.observers(of: level.registrar, at: offset, in: root)
      observers.watch(level.number)
      subscription.add(StateLocation(value: observers.serial, field: level.number)) { level.read($0, keep) }
    }
  }

  func observers(in root: Address<Root>) -> FieldObservers? {
    guard let field else { return nil }
    return observers(of: field, in: root)
  }

  var fieldNumber: Int { number }

  var ownRegistrarOffset: Int { registrarOffset }

  func noteDifference(from previous: Address<Root>, to root: Address<Root>) {
    guard let field else { return }
    let observers = self.observers(of: field, in: root)
    guard observers.isObserved(number) else { return }
    guard let old = address(in: previous), let new = address(in: root) else { return observers.note(number) }
    if tracker.map({ $0.noteDifferences(from: old, to: new) }) ?? differ(old, new) { observers.note(number) }
  }

  /// Returns the observers of the value that contains the field.
  private func observers(of field: Field, in root: Address<Root>) -> FieldObservers {
    observers(of: field.registrar, at: registrarOffset, in: root)
  }

  private func observers(
    of registrar: KeyPath<Root, ObservationStateRegistrar>,
    at offset: Int,
    in root: Address<Root>
  ) -> FieldObservers {
    guard offset >= 0 else { return computedObservers(of: registrar, in: root) }
    return root.property(ObservationStateRegistrar.self, at: offset).value.observers
  }

  // Not inlined, because its stack frame has room for a copy of the root.
  @inline(never)
  private func computedObservers(
    of registrar: KeyPath<Root, ObservationStateRegistrar>,
    in root: Address<Root>
  ) -> FieldObservers {
    root.lend { $0[keyPath: registrar].observers }
  }

  func willEditInside(_ root: inout Root) {
    outer?.willEditInside(&root)
    willEditObserved(&root)
    guard let tracker else { return }
    access(&root) { withAddress(of: &$0) { tracker.willModify($0) } }
  }

  func pathsInside() -> [any AnyStatePath<Root>] {
    func open<State: ObservableState>(_ type: State.Type) -> [any AnyStatePath<Root>] {
      FieldTable<State>.ofRoot().allPaths().compactMap { inner in
        (inner as Any as? any AnyStatePath<Value>)?.prefixed(by: self)
      }
    }
    return (Value.self as? any ObservableState.Type).map { open($0) } ?? []
  }

  func prefixed<Whole>(by outer: StatePath<Whole, Root>) -> any AnyStatePath<Whole> {
    StatePath<Whole, Value>(
      outer.property.appending(path: property),
      stored: outer.keyPath.appending(path: keyPath),
      field: field.map { field in
        .init(number: field.number, registrar: outer.keyPath.appending(path: field.registrar))
      },
      outer: self.outer?.prefixed(by: outer) ?? outer,
      levels: outerLevels(of: outer)
    )
  }

  /// The fields on the concatenation of an outer path and this one, without the last field.
  private func outerLevels<Whole>(of outer: StatePath<Whole, Root>) -> [StatePath<Whole, Value>.Level] {
    typealias Level = StatePath<Whole, Value>.Level
    var levels: [Level] = []
    for level in outer.levels {
      levels.append(
        Level(number: level.number, registrar: level.registrar) { value, body in
          level.read(value) { root in
            if let address = self.address(in: root) { body(address) }
          }
        }
      )
    }
    for level in self.levels.dropLast() {
      let registrar = outer.keyPath.appending(path: level.registrar)
      levels.append(Level(number: level.number, registrar: registrar, read: level.read))
    }
    return levels
  }

  /// Edits the value in place.
  ///
  /// - Parameters:
  ///   - root: The state that contains the value.
  ///   - edit: Edits the value; must not access the rest of the root.
  @inlinable @inline(__always)
  func edit<Result>(_ root: inout Root, _ edit: (inout Value) -> Result) -> Result {
    guard directOffset >= 0 else { return editAndNote(&root, edit) }
    return withAddress(of: &root) { root in
      let value: MutableAddress<Value> = root.property(at: directOffset)
      let before = willEdit(root, value)
      guard !before.isUnknown else { return editAndNote(&root.value, edit) }
      let result = edit(&value.value)
      if !before.isUnobserved { didEdit(root, value, before) }
      return result
    }
  }

  /// Prepares an edit of a value at ``directOffset``.
  ///
  /// - Returns: The identity for ``didEdit(_:_:_:)`` if the edit is observed. If it is unknown, nothing has been done.
  @usableFromInline
  func willEdit(_ root: MutableAddress<Root>, _ value: MutableAddress<Value>) -> IdentityBeforeEdit {
    if registrarOffset >= 0 {
      // The first word of a registrar is the reference to the observers. It is not retained, because the registrar
      // stays.
      let observers = root.property(Unretained<FieldObservers>.self, at: registrarOffset).value
      if observers.use({ $0.isObserved(bit: bit) }) { return willEditObserved(root, value) }
      root.property(ObservationStateRegistrar.self, at: registrarOffset).value.willEditStored()
    }
    unretainedTracker?.use { $0.willModify(value) }
    return .unobserved
  }

  private func willEditObserved(_ root: MutableAddress<Root>, _ value: MutableAddress<Value>) -> IdentityBeforeEdit {
    guard let before = unretainedTracker?.use({ $0.willEdit(value) }), !before.isUnknown else { return .unknown }
    root.property(ObservationStateRegistrar.self, at: registrarOffset).value.willEditObserved()
    return before
  }

  /// Records a change if an observed edit has replaced the value.
  @usableFromInline
  func didEdit(_ root: MutableAddress<Root>, _ value: MutableAddress<Value>, _ before: IdentityBeforeEdit) {
    guard unretainedTracker?.use({ $0.wasReplaced(value, since: before) }) ?? false else { return }
    root.property(ObservationStateRegistrar.self, at: registrarOffset).value.observers.note(number)
  }

  /// Changes the version of the value that contains the field.
  private func willEditObserved(_ root: inout Root) {
    guard registrarOffset >= 0 else { return }
    withAddress(of: &root) { root in
      root.property(ObservationStateRegistrar.self, at: registrarOffset).value.willEditObserved()
    }
  }

  /// Edits the value, and records a change if the edit has replaced it.
  @usableFromInline
  func editAndNote<Result>(_ root: inout Root, _ edit: (inout Value) -> Result) -> Result {
    outer?.willEditInside(&root)
    let observers = withAddress(of: &root) { self.observers(in: $0.reading) }
    let isObserved = observers?.isObserved(number) ?? false
    willEditObserved(&root)
    return access(&root) { value in
      guard let tracker else {
        defer { if isObserved { observers?.note(number) } }
        return edit(&value)
      }
      return withAddress(of: &value) { value in
        guard !isObserved else { return tracker.edit(value, edit) { observers?.note(number) } }
        tracker.willModify(value)
        return edit(&value.value)
      }
    }
  }

  /// Replaces the value.
  func assign(_ value: Value, in root: inout Root) {
    let location = withAddress(of: &root) { root in
      observers(in: root.reading).map { StateLocation(value: $0.serial, field: number) }
    }
    edit(&root) { current in
      if let location, let removals = RemovalRegistry.current { removals.willRemove(current, from: location) }
      current = value
    }
  }

  private func access<Result>(_ root: inout Root, _ body: (inout Value) -> Result) -> Result {
    guard let offset else { return accessComputed(&root, body) }
    return withAddress(of: &root) { body(&$0.property(at: offset).value) }
  }
}

extension StatePath {
  // Not inlined, because its stack frame has room for a copy of the value, which may be bigger than the stack.
  @inline(never)
  private func accessComputed<Result>(_ root: inout Root, _ body: (inout Value) -> Result) -> Result {
    guard let empty else { return body(&root[keyPath: keyPath]) }
    // Moved out, because an edit of a value with two references copies its storage.
    var value = exchange(&root[keyPath: keyPath], with: empty())
    defer { root[keyPath: keyPath] = value }
    return body(&value)
  }
}

/// Returns whether two values without an identity differ. Compares like the setters of fields.
private func differ<Value>(_ old: Address<Value>, _ new: Address<Value>) -> Bool {
  func open<Field: Equatable>(_ type: Field.Type) -> Bool { old.known(as: type).value != new.known(as: type).value }
  if let type = Value.self as? any Equatable.Type { return open(type) }
  return Value.self is AnyClass ? old.value as AnyObject !== new.value as AnyObject : true
}

/// A value that can be replaced by an empty one while it is edited, because it is behind a setter, like
/// `state.$editor`.
protocol EmptyInitializable {
  /// Creates the placeholder.
  init()
}

/// The cache of paths.
private final class StatePaths: Sendable {
  static let shared = StatePaths()

  private struct Table: @unchecked Sendable {
    // @unchecked because key paths to stored properties capture no values.

    /// By the key path object. In code that is not generic, a literal always evaluates to the same object.
    var byObject: [ObjectIdentifier: (keyPath: AnyKeyPath, path: AnyObject)] = [:]
    var byValue: [AnyKeyPath: AnyObject] = [:]
  }

  private let table = Locked(Table())

  func path(_ keyPath: AnyKeyPath) -> AnyObject? {
    table.withLock { table in
      if let cached = table.byObject[ObjectIdentifier(keyPath)] { return cached.path }
      guard let path = table.byValue[keyPath] else { return nil }
      insert(path, for: keyPath, in: &table)
      return path
    }
  }

  func insert(_ path: AnyObject, for keyPath: AnyKeyPath) {
    table.withLock { table in
      table.byValue[keyPath] = path
      insert(path, for: keyPath, in: &table)
    }
  }

  private func insert(_ path: AnyObject, for keyPath: AnyKeyPath, in table: inout Table) {
    // Bounded, because in generic code each evaluation of a literal creates a new object.
    if table.byObject.count >= 4096 { table.byObject.removeAll() }
    table.byObject[ObjectIdentifier(keyPath)] = (keyPath, path)
  }
}

extension StatePath {
  /// Reads the value in place, because it may be too big to copy.
  ///
  /// - Parameters:
  ///   - root: The state that contains the value.
  ///   - read: Reads the value; must not access the root.
  func read<Result>(_ root: inout Root, _ read: (Address<Value>) -> Result) -> Result {
    withAddress(of: &root) { root in
      if let address = address(in: root.reading) { return read(address) }
      return readComputed(root.reading, read)
    }
  }

  /// Reads the value in place in a state that is not changed meanwhile.
  ///
  /// - Parameters:
  ///   - root: The state that contains the value.
  ///   - read: Reads the value.
  func read<Result>(in root: Address<Root>, _ read: (Address<Value>) -> Result) -> Result {
    if let address = address(in: root) { return read(address) }
    return readComputed(root, read)
  }

  // Not inlined, because its stack frame has room for a copy of the value.
  @inline(never)
  private func readComputed<Result>(_ root: Address<Root>, _ read: (Address<Value>) -> Result) -> Result {
    root.lend { withAddress(of: $0[keyPath: keyPath], read) }
  }
}

/// A ``StatePath`` with an unknown type of part.
protocol AnyStatePath<Root>: AnyObject, Sendable {
  associatedtype Root

  /// The given key path.
  var name: PartialKeyPath<Root> { get }

  /// The stored property behind it if it is known; otherwise the same.
  var stored: PartialKeyPath<Root> { get }

  /// The number of the last field on the path; 0 if there is none.
  var fieldNumber: Int { get }

  /// The offset of the registrar of the value that contains the path's last field, in the root; -1 if there is none, or
  /// it is not a stored property.
  var ownRegistrarOffset: Int { get }

  /// Records a read of the fields on the path.
  func track(in root: Address<Root>)

  /// Returns the observers of the value that contains the path's last field; `nil` if the path contains no field.
  func observers(in root: Address<Root>) -> FieldObservers?

  /// Records a change of the field if it has observers and differs from the field of an older copy of the root.
  func noteDifference(from previous: Address<Root>, to root: Address<Root>)

  /// Changes the identity of all values on the path before an edit in place.
  func willEditInside(_ root: inout Root)

  /// Returns the paths to the fields of the value if it is observable state.
  func pathsInside() -> [any AnyStatePath<Root>]

  /// Returns the concatenation of an outer path and this one.
  func prefixed<Whole>(by outer: StatePath<Whole, Root>) -> any AnyStatePath<Whole>
}
