@_spi(Internals) import CounterpointSupport
import Synchronization

/// Detects whether an edit in place has replaced a value, for values whose type is not statically
/// ``_IdentityTracked``.
///
/// Abstract. The two subclasses know the type.
@usableFromInline
class IdentityTracker<Value>: @unchecked Sendable {
  // @unchecked because its only stored property is atomic.

  /// The offset of the value's registrar, as ``registrarOffset`` returns it; -2 if it was not determined yet.
  private let cachedOffset = Atomic(-2)

  fileprivate init() {}

  /// Edits an observed value in place.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - edit: Edits the value.
  ///   - replaced: Called after the edit if the value was replaced.
  @inlinable @inline(__always)
  final func edit<Result>(
    _ value: MutableAddress<Value>,
    _ edit: (inout Value) -> Result,
    replaced: () -> Void
  ) -> Result {
    let before = willEdit(value)
    guard !before.isUnknown else { return track(&value.value, edit: edit, replaced: replaced) }
    let result = edit(&value.value)
    if wasReplaced(value, since: before) { replaced() }
    return result
  }

  /// Edits an observed value in place, by the requirements of its protocol. Slower than ``edit(_:_:replaced:)``,
  /// because it is compiled for all types.
  @usableFromInline
  func track<Result>(_ value: inout Value, edit: (inout Value) -> Result, replaced: () -> Void) -> Result {
    preconditionFailure("IdentityTracker is abstract; \(type(of: self)) must override track(_:edit:replaced:).")
  }

  /// Begins an observed edit in place.
  ///
  /// - Returns: The identity for ``wasReplaced(_:since:)``. It is unknown if the value is not a struct with a stored
  ///   registrar; then nothing has been done.
  @usableFromInline
  final func willEdit(_ value: MutableAddress<Value>) -> IdentityBeforeEdit {
    let offset = registrarOffset
    guard offset >= 0 else { return .unknown }
    let registrar = value.property(ObservationStateRegistrar.self, at: offset)
    registrar.value.willModify()
    return IdentityBeforeEdit(registrar)
  }

  /// Ends an edit in place that ``willEdit(_:)`` began.
  ///
  /// - Returns: Whether the edit has replaced the value.
  @usableFromInline
  final func wasReplaced(_ value: MutableAddress<Value>, since before: IdentityBeforeEdit) -> Bool {
    let registrar = value.property(ObservationStateRegistrar.self, at: registrarOffset)
    let after = IdentityBeforeEdit(registrar)
    if before != after {
      RemovalRegistry.current?.noteReplacement(of: before.id, by: after.id)
      return true
    }
    if registrar.value.version.isCopy, noteEditedCopies(in: &value.value) { registrar.value.willModify() }
    return false
  }

  /// The offset of the registrar in a struct of observable state; -1 for other values.
  private final var registrarOffset: Int {
    let cached = cachedOffset.load(ordering: .relaxed)
    return cached > -2 ? cached : findRegistrar()
  }

  @inline(never)
  private final func findRegistrar() -> Int {
    func find<State: ObservableState>(in type: State.Type) -> Int { FieldTable<State>.ofRoot().registrarOffset }
    let offset = (Value.self as? any ObservableState.Type).map { find(in: $0) } ?? -1
    cachedOffset.store(offset, ordering: .relaxed)
    return offset
  }

  /// Changes the identity of a value before an unobserved edit in place.
  func willModify(_ value: MutableAddress<Value>) {
    preconditionFailure("IdentityTracker is abstract; \(type(of: self)) must override willModify(_:).")
  }

  /// Returns the identity of a value of observable state; `nil` for other values.
  func id(of value: Address<Value>) -> ObservableStateID? {
    preconditionFailure("IdentityTracker is abstract; \(type(of: self)) must override id(of:).")
  }

  /// Returns the observers of a value's fields; `nil` if it is not observable state with fields.
  func observers(of value: Address<Value>) -> FieldObservers? { nil }

  /// Records the observed fields in which a value differs from an older copy.
  ///
  /// - Returns: Whether the older value is not a copy of this one.
  func noteDifferences(from previous: Address<Value>, to value: Address<Value>) -> Bool {
    preconditionFailure("IdentityTracker is abstract; \(type(of: self)) must override noteDifferences(from:to:).")
  }

  /// Records the changes of copies as changes of the state, because an edit in place has assigned an edited copy.
  ///
  /// - Returns: Whether the value is part of the state, and not of a local copy.
  fileprivate final func noteEditedCopies(in value: inout Value) -> Bool {
    guard let changes = StateChanges.current, !changes.isLocal(addressNumber(of: &value)) else { return false }
    changes.noteCopies()
    return true
  }

  /// Creates the tracker of the type; `nil` if its values have no identity.
  static func make() -> IdentityTracker? {
    if let type = Value.self as? any ObservableState.Type { return open(state: type) }
    guard let type = Value.self as? any _IdentityTracked.Type else { return nil }
    return open(type)
  }

  private static func open<State: ObservableState>(state type: State.Type) -> IdentityTracker {
    // `State` is `Value`, as the cast above has checked.
    uncheckedDowncast(ObservableStateTracker<State>())
  }

  private static func open<Tracked: _IdentityTracked>(_ type: Tracked.Type) -> IdentityTracker {
    // `Tracked` is `Value`, as the cast above has checked.
    uncheckedDowncast(GenericIdentityTracker<Tracked>())
  }
}

/// The identity of a struct of observable state when an edit in place began.
@usableFromInline
struct IdentityBeforeEdit: Equatable {
  /// The serial number of the value; 0 if the edit is unobserved, and the maximum if the identity is unknown. No value
  /// has these numbers.
  @usableFromInline let serial: UInt64
  /// The number of the edit.
  @usableFromInline let edit: UInt64

  private init(serial: UInt64, edit: UInt64) {
    self.serial = serial
    self.edit = edit
  }

  init(_ registrar: MutableAddress<ObservationStateRegistrar>) {
    // The first word of a registrar is the reference to the observers, which is not retained meanwhile.
    let observers = registrar.property(Unretained<FieldObservers>.self, at: 0).value
    self.init(serial: observers.use { $0.serial }, edit: registrar.value.edit)
  }

  static var unobserved: Self { Self(serial: 0, edit: 0) }
  static var unknown: Self { Self(serial: .max, edit: 0) }

  @inlinable var isUnobserved: Bool { serial == 0 }
  @inlinable var isUnknown: Bool { serial == .max }

  var id: ObservableStateID { ObservableStateID(serial: serial, edit: edit) }
}

/// The tracker of observable state. Its type of identity is static, so a comparison needs no type lookup.
private final class ObservableStateTracker<Value: ObservableState>: IdentityTracker<Value>, @unchecked Sendable {
  override init() {}

  override func track<Result>(_ value: inout Value, edit: (inout Value) -> Result, replaced: () -> Void) -> Result {
    value._$willModify()
    let id = value._$id
    defer {
      let after = value._$id
      if id != after {
        RemovalRegistry.current?.noteReplacement(of: id, by: after)
        replaced()
      } else if after.isEditedCopy, noteEditedCopies(in: &value) {
        value._$willModify()
      }
    }
    return edit(&value)
  }

  override func willModify(_ value: MutableAddress<Value>) {
    value.value._$willModify()
  }

  override func noteDifferences(from previous: Address<Value>, to value: Address<Value>) -> Bool {
    value.lend { value in previous.lend { value._$noteDifferences(from: $0) } }
  }

  override func id(of value: Address<Value>) -> ObservableStateID? {
    value.lend { $0._$id }
  }

  override func observers(of value: Address<Value>) -> FieldObservers? {
    FieldTable<Value>.ofRoot().observers(of: value)
  }
}

/// The tracker of other values with an identity: optionals and collections.
private final class GenericIdentityTracker<Value: _IdentityTracked>: IdentityTracker<Value>, @unchecked Sendable {
  override init() {}

  override func track<Result>(_ value: inout Value, edit: (inout Value) -> Result, replaced: () -> Void) -> Result {
    value._$willModify()
    value._$adoptCopies()
    let identity = value._$identity
    defer {
      if identity != value._$identity {
        replaced()
      } else if value._$isEditedCopy, noteEditedCopies(in: &value) {
        value._$willModify()
      }
      value._$adoptCopies()
    }
    return edit(&value)
  }

  override func willModify(_ value: MutableAddress<Value>) {
    value.value._$willModify()
  }

  override func noteDifferences(from previous: Address<Value>, to value: Address<Value>) -> Bool {
    value.lend { value in previous.lend { value._$noteDifferences(from: $0) } }
  }

  override func id(of value: Address<Value>) -> ObservableStateID? {
    value.lend { $0._$identity } as? ObservableStateID
  }
}

extension IdentityTracker {
  /// The tracker of the type, created once; `nil` if its values have no identity. About 50 ns.
  static var cached: IdentityTracker? {
    let type = ObjectIdentifier(Value.self)
    if let cached = trackers.withLock({ $0[type] }) { return cached.tracker as? IdentityTracker }
    let tracker = make()
    trackers.withLock { $0[type] = CachedTracker(tracker: tracker) }
    return tracker
  }
}

private struct CachedTracker: @unchecked Sendable {
  // @unchecked because a tracker is sendable.
  let tracker: AnyObject?
}

/// The trackers of all types. Bounded by the number of element types in the program.
private let trackers = Locked<[ObjectIdentifier: CachedTracker]>([:])
