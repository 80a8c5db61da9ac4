/// Detects whether an edit in place has replaced a value, for values whose type is not statically
/// ``IdentityTracked``.
///
/// Abstract: the one subclass knows the type.
class IdentityTracker<Value>: @unchecked Sendable {
  // @unchecked because it has no state.

  fileprivate init() {}

  /// Edits a value in place.
  ///
  /// - Parameters:
  ///   - value: Where the value is.
  ///   - isObserved: Whether it matters what the edit did.
  ///   - edit: Edits it.
  ///   - replaced: Called after the edit if another value is there now.
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

  /// Gives a value a new identity before an unobserved edit in place.
  func willModify(_ value: MutableAddress<Value>) {
    preconditionFailure("IdentityTracker is abstract; \(type(of: self)) must override willModify(_:).")
  }

  /// The identity of a value of observable state, `nil` for other values.
  func id(of value: Address<Value>) -> ObservableStateID? {
    preconditionFailure("IdentityTracker is abstract; \(type(of: self)) must override id(of:).")
  }

  /// Notes the observed fields in which a value differs from an older copy.
  ///
  /// - Returns: Whether the older value is not a copy of this one.
  func noteDifferences(from previous: Address<Value>, to value: Address<Value>) -> Bool {
    preconditionFailure("IdentityTracker is abstract; \(type(of: self)) must override noteDifferences(from:to:).")
  }

  /// Notes the changes of copies as those of the state, because a value in the state has become such a copy by an
  /// edit in place.
  ///
  /// - Returns: Whether the value is in the state, and not in a copy itself.
  fileprivate final func noteEditedCopies(in value: inout Value) -> Bool {
    guard let changes = StateChanges.current, !changes.isLocal(addressNumber(of: &value)) else { return false }
    changes.noteCopies()
    return true
  }

  /// The tracker for a type, `nil` where its values have no identity.
  static func make() -> IdentityTracker? {
    if let type = Value.self as? any ObservableState.Type { return open(state: type) }
    guard let type = Value.self as? any IdentityTracked.Type else { return nil }
    return open(type)
  }

  private static func open<State: ObservableState>(state type: State.Type) -> IdentityTracker {
    // `State` is `Value`: the cast above has found it out.
    uncheckedDowncast(ObservableStateTracker<State>())
  }

  private static func open<Tracked: IdentityTracked>(_ type: Tracked.Type) -> IdentityTracker {
    // `Tracked` is `Value`: the cast above has found it out.
    uncheckedDowncast(KnownIdentityTracker<Tracked>())
  }
}

/// Like the one below, for state whose type of identity is known, so that a comparison needs no type lookup.
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
}

private final class KnownIdentityTracker<Value: IdentityTracked>: IdentityTracker<Value>, @unchecked Sendable {
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
