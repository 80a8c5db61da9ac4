import CounterpointSupport

/// The paths from a type of observable state to its fields, and to the fields of nested observable state.
final class FieldTable<Root: ObservableState>: Sendable {
  /// The ways by the properties that name them.
  struct Paths: @unchecked Sendable {
    // @unchecked because key paths to properties hold nothing, and the ways never change.
    var own: [PartialKeyPath<Root>: AnyStatePath<Root>]
    /// The paths through a field into another value. Created on demand, because few are used.
    var nested: [PartialKeyPath<Root>: AnyStatePath<Root>]?
    /// The ways to presentations, by the optional properties that stand for them.
    var presented: [PartialKeyPath<Root>: AnyStatePath<Root>]
  }

  private let paths: Locked<Paths>

  private init(_ fields: ObservedFields<Root>) {
    paths = Locked(Paths(own: fields.paths, presented: fields.presented))
  }

  /// The table of a type, made once.
  static func ofRoot() -> FieldTable {
    let type = ObjectIdentifier(Root.self)
    if let known = tables.withLock({ $0[type] }) as? FieldTable { return known }
    // Not under the lock: the type lists its fields itself.
    let fields = ObservedFields<Root>()
    Root._$fields(fields)
    let table = FieldTable(fields)
    tables.withLock { $0[type] = table }
    return table
  }

  /// The way to a field that is stored in the state itself, `nil` where the key path names no such field.
  func ownPath(_ keyPath: PartialKeyPath<Root>) -> AnyStatePath<Root>? {
    paths.withLock { $0.own[keyPath] }
  }

  /// The way to a field of the state, or of one of its fields.
  func path(_ keyPath: PartialKeyPath<Root>) -> AnyStatePath<Root>? {
    ownPath(keyPath) ?? nestedPath(keyPath)
  }

  /// The way to a field of a field, however deep, `nil` where the key path names none.
  func nestedPath(_ keyPath: PartialKeyPath<Root>) -> AnyStatePath<Root>? {
    allNested()[keyPath]
  }

  private func allNested() -> [PartialKeyPath<Root>: AnyStatePath<Root>] {
    let known = paths.withLock { $0 }
    if let nested = known.nested { return nested }
    var nested: [PartialKeyPath<Root>: AnyStatePath<Root>] = [:]
    // State can't contain itself inline, so this ends.
    for path in known.own.values {
      for inner in path.pathsInside() { nested[inner.name] = inner }
    }
    var made = known
    made.nested = nested
    let complete = made
    paths.withLock { $0 = complete }
    return nested
  }

  /// The way to the presentation that an optional property stands for, `nil` where the key path names no such property.
  func presentedPath(_ keyPath: PartialKeyPath<Root>) -> AnyStatePath<Root>? {
    paths.withLock { $0.presented[keyPath] }
  }

  /// Notes the observed fields in which a value differs from an older copy of it.
  ///
  /// - Returns: Whether that can't be found out.
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
      // A field that may be unavailable is not in the list.
      let unlisted = Set(observers.observedFields).subtracting(fields.map(\.fieldNumber))
      for field in unlisted.sorted() { observers.note(field) }
      return false
    }
  }

  /// All ways from the state, those to its own fields included.
  func allPaths() -> [AnyStatePath<Root>] {
    Array(paths.withLock { $0.own.values }) + Array(allNested().values)
  }
}

/// The payloads of two values of an enum that are in the same case.
private struct EnumPayloads {
  let previous: Any
  let value: Any

  /// `nil` where the values are those of no enum.
  init?<Value>(_ previous: Value, _ value: Value) {
    guard isEnum(Value.self) else { return nil }
    guard let previous = EnumCase(of: previous)?.payload, let value = EnumCase(of: value)?.payload else { return nil }
    self.previous = previous
    self.value = value
  }

  func noteDifferences() -> Bool {
    func open<Payload: IdentityTracked>(_ value: Payload) -> Bool {
      (previous as? Payload).map { value._$noteDifferences(from: $0) } ?? true
    }
    return (value as? any IdentityTracked).map { open($0) } ?? true
  }
}

/// As many as there are types of observable state in the program.
private let tables = Locked<[ObjectIdentifier: any Sendable & AnyObject]>([:])
