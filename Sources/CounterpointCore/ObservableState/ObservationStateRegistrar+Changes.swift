// The setters of observable state. Which of the overloads a field uses follows from its type; all assign, and all look at
// the old value only where somebody may observe the field.

extension ObservationStateRegistrar {
  /// Assigns a field whose values can't be compared: each assignment counts as a change.
  @inlinable
  public func set<Value>(_ value: inout Value, to newValue: Value, field: Int) {
    value = newValue
    observers.note(field)
  }

  /// Assigns a field: a change if the values differ.
  @inlinable
  public func set<Value: Equatable>(_ value: inout Value, to newValue: Value, field: Int) {
    guard observers.isObserved(field) else { return value = newValue }
    let isChange = value != newValue
    value = newValue
    if isChange { observers.note(field) }
  }

  /// Assigns a field: a change if it is another object.
  @inlinable
  public func set<Value: AnyObject>(_ value: inout Value, to newValue: Value, field: Int) {
    guard observers.isObserved(field) else { return value = newValue }
    let isChange = value !== newValue
    value = newValue
    if isChange { observers.note(field) }
  }

  /// Assigns a field: a change if the objects differ.
  @inlinable
  public func set<Value: AnyObject & Equatable>(_ value: inout Value, to newValue: Value, field: Int) {
    guard observers.isObserved(field) else { return value = newValue }
    let isChange = value != newValue
    value = newValue
    if isChange { observers.note(field) }
  }

  /// Assigns a field: a change if the value has another identity.
  @inlinable
  public func set<Value: IdentityTracked>(_ value: inout Value, to newValue: Value, field: Int) {
    guard observers.isObserved(field) else { return value = newValue }
    let previous = exchange(&value, with: newValue)
    if previous._$identity != value._$identity { observers.note(field, replacing: previous) }
  }

  /// Assigns a field: a change if the value has another identity, even where both are equal: the new value's fields have no
  /// observers yet. And if the identity is the same and the values differ: the new one is a copy that was changed elsewhere.
  @inlinable
  public func set<Value: IdentityTracked & Equatable>(_ value: inout Value, to newValue: Value, field: Int) {
    guard observers.isObserved(field) else { return value = newValue }
    let previous = exchange(&value, with: newValue)
    if previous._$identity != value._$identity || previous != value { observers.note(field, replacing: previous) }
  }
}

extension ObservationStateRegistrar {
  /// Prepares an edit in place of a field.
  ///
  /// - Returns: Whether somebody may observe the field.
  @inlinable
  public func willModify<Value>(_ value: inout Value, field: Int) -> Bool {
    observers.isObserved(field)
  }

  /// Notes an edit in place of a field, as a change.
  @inlinable
  public func didModify<Value>(_ value: Value, _ edit: Bool, field: Int) {
    if edit { observers.note(field) }
  }

  /// Prepares an edit in place of a field that contains observable state.
  ///
  /// - Returns: The identity before the edit, where somebody may observe the field.
  @inlinable
  public func willModify<Value: IdentityTracked>(_ value: inout Value, field: Int) -> Value.Identity? {
    value._$willModify()
    return observers.isObserved(field) ? value._$identity : nil
  }

  /// Notes an edit in place as a change if another value has taken the place of the edited one.
  @inlinable
  public func didModify<Value: IdentityTracked>(_ value: Value, _ edit: Value.Identity?, field: Int) {
    if let edit, edit != value._$identity { observers.note(field) }
  }
}
