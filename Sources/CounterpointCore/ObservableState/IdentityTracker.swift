import CounterpointSupport

/// Detects whether an edit in place has replaced a value, for values whose type is not statically
/// ``_IdentityTracked``.
///
/// Abstract. The two subclasses know the type.
@usableFromInline
class IdentityTracker<Value>: @unchecked Sendable {
  // @unchecked because it has no stored properties.

  fileprivate init() {}

  /// Edits a value in place.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - isObserved: Whether the value has observers.
  ///   - edit: Edits the value.
  ///   - replaced: Called after the edit if the value was replaced.
  @usableFromInline
  func track<Result>(
    _ value: inout Value,
    isObserved: Bool,
    edit: (inout Value) -> Result,
    replaced: (borrowing Value) -> Void
  ) -> Result {
    preconditionFailure(
      "IdentityTracker is abstract; \(type(of: self)) must override track(_:isObserved:edit:replaced:)."
    )
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

/// The tracker of observable state. Its type of identity is static, so a comparison needs no type lookup.
private final class ObservableStateTracker<Value: ObservableState>: IdentityTracker<Value>, @unchecked Sendable {
  override init() {}

  override func track<Result>(
    _ value: inout Value,
    isObserved: Bool,
    edit: (inout Value) -> Result,
    replaced: (borrowing Value) -> Void
  ) -> Result {
    value._$willModify()
    guard isObserved else { return edit(&value) }
    let id = value._$id
    defer {
      let after = value._$id
      if id != after {
        RemovalRegistry.current?.noteReplacement(of: id, by: after)
        replaced(value)
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

  override func track<Result>(
    _ value: inout Value,
    isObserved: Bool,
    edit: (inout Value) -> Result,
    replaced: (borrowing Value) -> Void
  ) -> Result {
    value._$willModify()
    guard isObserved else { return edit(&value) }
    let identity = value._$identity
    defer {
      if identity != value._$identity {
        replaced(value)
      } else if value._$isEditedCopy, noteEditedCopies(in: &value) {
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
  // @unchecked because a tracker has no stored properties.
  let tracker: AnyObject?
}

/// The trackers of all types. Bounded by the number of element types in the program.
private let trackers = Locked<[ObjectIdentifier: CachedTracker]>([:])
