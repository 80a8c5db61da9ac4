import Locks

/// The way from a state to a part of it, made ready for reading and writing in place.
///
/// A key path to a computed property can only be written through by copying what it holds. Where the property is a field of
/// observable state, the way leads to the stored property behind it, and observers of the field are told if another value
/// has been put there.
final class StatePath<Root, Value>: @unchecked Sendable {
  // @unchecked because it never changes, and because key paths to stored properties hold nothing but numbers.

  let keyPath: WritableKeyPath<Root, Value>
  /// How far the value lies from the start of the root; `nil` for computed properties.
  let offset: Int?
  private let field: Field?
  private let tracker: IdentityTracker<Value>?
  /// What to leave in the place of a value that can't be edited where it is; `nil` where the value is edited as a copy.
  private let empty: (() -> Value)?

  private struct Field {
    let number: Int
    let registrar: KeyPath<Root, ObservationStateRegistrar>
  }

  private init(_ keyPath: WritableKeyPath<Root, Value>) {
    let field = (Root.self as? any ObservableState.Type).flatMap { Self.field($0, keyPath) }
    let stored = field?.stored as? WritableKeyPath<Root, Value> ?? keyPath
    self.keyPath = stored
    self.offset = MemoryLayout<Root>.offset(of: stored)
    self.field = field.map { Field(number: $0.number, registrar: $0.registrar) }
    self.tracker = IdentityTracker<Value>.make()
    self.empty = (Value.self as? any TakenOut.Type).map { type in { Self.make(type) } }
  }

  private static func make(_ type: any TakenOut.Type) -> Value {
    guard let value = type.init() as? Value else { preconditionFailure("\(type) is not \(Value.self).") }
    return value
  }

  private static func field<State: ObservableState>(
    _ type: State.Type,
    _ keyPath: PartialKeyPath<Root>
  ) -> ObservedField<Root>? {
    (keyPath as? PartialKeyPath<State>).flatMap { State._$field(at: $0) } as? ObservedField<Root>
  }

  /// The way that a key path names.
  ///
  /// Found once and then remembered where it leads to a stored property. About 50 ns.
  static func of(_ keyPath: WritableKeyPath<Root, Value>) -> StatePath {
    if let known = StatePaths.shared.path(keyPath) as? StatePath { return known }
    let path = StatePath(keyPath)
    // Others may hold a value, as the id in `\.rows[id: 5]`, and there is no end to those.
    if path.offset != nil { StatePaths.shared.insert(path, for: keyPath) }
    return path
  }

  /// Whether the value is a field that observers can be told of.
  var isField: Bool { field != nil }

  /// Where the value is in a root, `nil` for computed properties.
  func address(in root: UnsafePointer<Root>) -> UnsafePointer<Value>? {
    guard let offset else { return nil }
    // The offset is that of a stored property of the value's type.
    return unsafe UnsafeRawPointer(root).advanced(by: offset).assumingMemoryBound(to: Value.self)
  }

  /// Notes that the field is read, for who tracks what is read.
  func track(in root: UnsafePointer<Root>) {
    guard let field else { return }
    unsafe root.pointee[keyPath: field.registrar].access(field.number)
  }

  /// Which field of which value this is.
  func fieldID(in root: UnsafePointer<Root>) -> FieldID? {
    field.map { unsafe FieldID(root.pointee[keyPath: $0.registrar].observers, $0.number) }
  }

  /// Edits the value in place.
  ///
  /// - Parameters:
  ///   - root: The state that holds it.
  ///   - edit: Edits the value; must not touch the rest of the root.
  func edit<Result>(_ root: inout Root, _ edit: (inout Value) -> Result) -> Result {
    let observers = field.map { root[keyPath: $0.registrar].observers }
    let number = field?.number ?? 0
    let isObserved = observers?.isObserved(number) ?? false
    return access(&root) { value in
      guard let tracker else {
        defer { if isObserved { observers?.note(number) } }
        return edit(&value)
      }
      return tracker.track(&value, isObserved: isObserved, edit: edit, replaced: { _ in observers?.note(number) })
    }
  }

  private func access<Result>(_ root: inout Root, _ body: (inout Value) -> Result) -> Result {
    guard let offset else {
      guard let empty else { return body(&root[keyPath: keyPath]) }
      // What is edited must not be there twice, or else the edit copies it.
      var value = exchange(&root[keyPath: keyPath], with: empty())
      defer { root[keyPath: keyPath] = value }
      return body(&value)
    }
    return unsafe withUnsafeMutablePointer(to: &root) { root in
      // The root is borrowed for this call, and the offset is that of a stored property of the value's type.
      unsafe body(&UnsafeMutableRawPointer(root).advanced(by: offset).assumingMemoryBound(to: Value.self).pointee)
    }
  }
}

/// A value that is taken out of its place to be edited, where its place is behind a setter: `state.$editor` of a plain property
/// wrapper.
protocol TakenOut {
  /// What is left there meanwhile.
  init()
}

/// The ways that have been found.
private final class StatePaths: Sendable {
  static let shared = StatePaths()

  private struct Table: @unchecked Sendable {
    // @unchecked because the key paths here are to stored properties, which hold nothing.

    /// By the key path object. A literal in code that is not generic is one object each time it is evaluated.
    var byObject: [ObjectIdentifier: (keyPath: AnyKeyPath, path: AnyObject)] = [:]
    var byValue: [AnyKeyPath: AnyObject] = [:]
  }

  private let table = Locked(Table())

  func path(_ keyPath: AnyKeyPath) -> AnyObject? {
    table.withLock { table in
      if let known = table.byObject[ObjectIdentifier(keyPath)] { return known.path }
      guard let path = table.byValue[keyPath] else { return nil }
      remember(path, for: keyPath, in: &table)
      return path
    }
  }

  func insert(_ path: AnyObject, for keyPath: AnyKeyPath) {
    table.withLock { table in
      table.byValue[keyPath] = path
      remember(path, for: keyPath, in: &table)
    }
  }

  private func remember(_ path: AnyObject, for keyPath: AnyKeyPath, in table: inout Table) {
    // In generic code a literal makes a new object each time: those must not pile up.
    if table.byObject.count >= 4096 { table.byObject.removeAll() }
    table.byObject[ObjectIdentifier(keyPath)] = (keyPath, path)
  }
}
