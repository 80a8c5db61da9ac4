import Locks

/// The ways from a type of observable state to its fields, and to the fields of those that are observable state themselves.
final class FieldTable<Root: ObservableState>: Sendable {
  /// The ways by the properties that name them.
  struct Paths: @unchecked Sendable {
    // @unchecked because key paths to properties hold nothing, and the ways never change.
    var own: [PartialKeyPath<Root>: AnyStatePath<Root>]
    /// Those that lead through a field into another value. Made when somebody asks for one: few do.
    var nested: [PartialKeyPath<Root>: AnyStatePath<Root>]?
  }

  private let paths: Locked<Paths>

  private init(_ fields: ObservedFields<Root>) {
    paths = Locked(Paths(own: fields.paths))
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
    let made = Paths(own: known.own, nested: nested)
    paths.withLock { $0 = made }
    return nested
  }

  /// All ways from the state, those to its own fields included.
  func allPaths() -> [AnyStatePath<Root>] {
    Array(paths.withLock { $0.own.values }) + Array(allNested().values)
  }
}

/// As many as there are types of observable state in the program.
private let tables = Locked<[ObjectIdentifier: any Sendable & AnyObject]>([:])
