// The setters of observable state. Which of the overloads a field uses follows from its type; all assign, and all
// compare with the old value only where the field may have observers.

extension ObservationStateRegistrar {
  /// Assigns a field whose values can't be compared: each assignment counts as a change.
  @inlinable
  public mutating func set<Value>(_ value: inout Value, to newValue: Value, field: Int) {
    let isObserved = willEdit(field)
    value = newValue
    if isObserved { noteChange(field) }
  }

  /// Assigns a field: a change if the values differ.
  @inlinable
  public mutating func set<Value: Equatable>(_ value: inout Value, to newValue: Value, field: Int) {
    guard willEdit(field) else { return value = newValue }
    let isChange = value != newValue
    value = newValue
    if isChange { noteChange(field) }
  }

  /// Assigns a field: a change if it is another object.
  @inlinable
  public mutating func set<Value: AnyObject>(_ value: inout Value, to newValue: Value, field: Int) {
    guard willEdit(field) else { return value = newValue }
    let isChange = value !== newValue
    value = newValue
    if isChange { noteChange(field) }
  }

  /// Assigns a field: a change if the objects differ.
  @inlinable
  public mutating func set<Value: AnyObject & Equatable>(_ value: inout Value, to newValue: Value, field: Int) {
    guard willEdit(field) else { return value = newValue }
    let isChange = value != newValue
    value = newValue
    if isChange { noteChange(field) }
  }

  /// Assigns a field: a change if the value has another identity. If the new value is an edited copy of the old one,
  /// the fields that differ have changed instead.
  @inlinable
  public mutating func set<Value: IdentityTracked>(_ value: inout Value, to newValue: Value, field: Int) {
    guard willEdit(field) else { return value = newValue }
    let previous = exchange(&value, with: newValue)
    noteAssignment(field, of: value, replacing: previous)
  }

  /// Assigns a field, as for values that can't be compared: equal values of different identities have different
  /// observers.
  @inlinable
  public mutating func set<Value: IdentityTracked & Equatable>(_ value: inout Value, to newValue: Value, field: Int) {
    guard willEdit(field) else { return value = newValue }
    let previous = exchange(&value, with: newValue)
    noteAssignment(field, of: value, replacing: previous)
  }
}

extension ObservationStateRegistrar {
  /// Prepares an edit in place of a field.
  ///
  /// - Returns: Whether the field may have observers.
  @inlinable
  public mutating func willModify<Value>(_ value: inout Value, field: Int) -> Bool {
    willEdit(field)
  }

  /// Notes an edit in place of a field, as a change.
  @inlinable
  public mutating func didModify<Value>(_ value: Value, _ edit: Bool, field: Int) {
    if edit { noteChange(field) }
  }

  /// Prepares an edit in place of a field that contains observable state.
  ///
  /// - Returns: The identity before the edit, where the field may have observers.
  @inlinable
  public mutating func willModify<Value: IdentityTracked>(_ value: inout Value, field: Int) -> Value.Identity? {
    value._$willModify()
    return willEdit(field) ? value._$identity : nil
  }

  /// Notes an edit in place as a change if another value has taken the place of the edited one.
  @inlinable
  public mutating func didModify<Value: IdentityTracked>(_ value: Value, _ edit: Value.Identity?, field: Int) {
    guard let edit else { return }
    if edit != value._$identity {
      noteChange(field)
    } else {
      noteEditedCopies(in: value)
    }
  }
}
