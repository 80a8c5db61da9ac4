import CounterpointThreadLocals

/// The identity of a value of observable state, and the observers of its fields.
///
/// `@ObservableState` adds one to a struct. All registrars are equal, so that equality and hashing of the struct are
/// those of its fields. Encoding one writes nothing; decoding creates a new one.
///
/// Copies of a value share their observers. An edit notifies them only if the value is in a store whose reducer is
/// running. An edit of a copy changes the version of the copy instead. The store recognizes the version when the copy
/// is assigned.
public struct ObservationStateRegistrar: Sendable {
  // Must be the first stored property, because `StatePath` and `IdentityBeforeEdit` read it at the registrar's address.
  @usableFromInline let observers: FieldObservers
  /// The number of the last edit in place of the whole value, which its container began.
  private(set) var edit: UInt64 = 0
  /// The version of the value.
  private(set) var version = EditVersion()

  /// Creates the registrar of a new value. One allocation.
  public init() {
    observers = FieldObservers()
  }

  /// The identity of the value.
  public var id: ObservableStateID {
    ObservableStateID(serial: observers.serial, edit: edit, version: version, newestEdit: observers.edit)
  }

  /// Tracks a read of a field.
  ///
  /// - Parameter field: The field's number.
  @inlinable
  public func access(_ field: Int) {
    observers.access(field)
  }

  /// Changes the identity of the value before an edit in place.
  public mutating func willModify() {
    edit = counterpoint_edit_number()
    if counterpoint_get_current_changes() != 0 {
      version.becomeOriginal()
      observers.edit = edit
    } else {
      version.becomeCopyFromElsewhere()
    }
  }

  /// Records a change of a field, without a comparison.
  ///
  /// - Parameter field: The field's number.
  public mutating func note(_ field: Int) {
    if willEdit(field) { noteChange(field) }
  }
}

extension ObservationStateRegistrar {
  /// Changes the version of the value before an edit of a field.
  ///
  /// - Returns: Whether the field may have observers to notify.
  @usableFromInline
  mutating func willEdit(_ field: Int) -> Bool {
    let isInStore = counterpoint_get_current_changes() != 0
    version.edit(isCopy: !isInStore || version.isCopy)
    return isInStore && observers.isObserved(field)
  }

  /// Changes the version of the value before an edit of the stored property of an unobserved field.
  mutating func willEditStored() {
    version.edit(isCopy: counterpoint_get_current_changes() == 0 || version.isCopy)
  }

  /// Changes the version of the value before an edit of the stored property of a field.
  ///
  /// A payload that is moved out of its enum for an edit is a local variable. Its version reveals the edit when the
  /// payload is moved back.
  mutating func willEditObserved() {
    let isLocal = StateChanges.current?.isLocal(addressNumber(of: &self)) ?? true
    version.edit(isCopy: isLocal || version.isCopy)
  }

  /// Records a change of an observed field, in the state of the reducing store or in a local copy of its reducer.
  @usableFromInline
  mutating func noteChange(_ field: Int) {
    guard let changes = StateChanges.current else { return }
    recordingChanges(changes) { changes.note($0, field: field) }
  }

  /// Records an assignment to an observed field. If the new value is an edited copy, records the differing fields.
  @usableFromInline
  mutating func noteAssignment<Value: _IdentityTracked>(_ field: Int, of value: Value, replacing previous: Value) {
    guard let changes = StateChanges.current else { return }
    recordingChanges(changes) { observers in
      // A copy that is older than an edit in place has another identity, although it is the same value.
      let isOther = !value._$isEditedCopy && previous._$identity != value._$identity
      guard isOther || value._$noteDifferences(from: previous) else { return }
      changes.note(observers, field: field)
      changes.removals.willRemove(previous, from: StateLocation(value: observers.serial, field: field))
    }
  }

  /// Records the changes of copies as changes of the state if an edit in place has assigned an edited copy.
  @usableFromInline
  mutating func noteEditedCopies(in value: some _IdentityTracked) {
    guard let changes = StateChanges.current, changes.hasCopies, value._$isEditedCopy else { return }
    if changes.isLocal(addressNumber(of: &self)) {
      version.becomeCopy()
    } else {
      changes.noteCopies()
    }
  }

  /// Calls a function that records changes. They count as changes of a copy if this value is a local variable of a
  /// reducer.
  private mutating func recordingChanges(_ changes: StateChanges, _ note: (FieldObservers) -> Void) {
    let isCopy = changes.isLocal(addressNumber(of: &self))
    if isCopy { version.becomeCopy() }
    changes.recordingCopies(isCopy) { note(observers) }
  }
}

extension ObservationStateRegistrar: Hashable, Codable {
  /// Always `true`, because the identity is not part of the value.
  public static func == (lhs: Self, rhs: Self) -> Bool { true }

  /// Does nothing.
  public func hash(into hasher: inout Hasher) {}

  /// Creates the registrar of a new value. Reads nothing.
  public init(from decoder: any Decoder) throws {
    self.init()
  }

  /// Writes nothing.
  public func encode(to encoder: any Encoder) throws {}
}

// The setters of observable state. The type of a field selects the overload. All of them assign the value, and compare
// it with the old one only if the field may have observers.

extension ObservationStateRegistrar {
  /// Assigns a field whose values can't be compared. Each assignment is a change.
  @inlinable
  public mutating func set<Value>(_ value: inout Value, to newValue: Value, field: Int) {
    let isObserved = willEdit(field)
    value = newValue
    if isObserved { noteChange(field) }
  }

  /// Assigns a field. It is a change if the values differ.
  @inlinable
  public mutating func set<Value: Equatable>(_ value: inout Value, to newValue: Value, field: Int) {
    guard willEdit(field) else { return value = newValue }
    let isChange = value != newValue
    value = newValue
    if isChange { noteChange(field) }
  }

  /// Assigns a field. It is a change if the values differ. NaN does not differ from NaN: an observer that causes the
  /// assignment would otherwise run forever.
  @inlinable
  public mutating func set<Value: FloatingPoint>(_ value: inout Value, to newValue: Value, field: Int) {
    guard willEdit(field) else { return value = newValue }
    let isChange = value != newValue && !(value.isNaN && newValue.isNaN)
    value = newValue
    if isChange { noteChange(field) }
  }

  /// Assigns a field. It is a change if the new value is another object.
  @inlinable
  public mutating func set<Value: AnyObject>(_ value: inout Value, to newValue: Value, field: Int) {
    guard willEdit(field) else { return value = newValue }
    let isChange = value !== newValue
    value = newValue
    if isChange { noteChange(field) }
  }

  /// Assigns a field. It is a change if the objects are not equal.
  @inlinable
  public mutating func set<Value: AnyObject & Equatable>(_ value: inout Value, to newValue: Value, field: Int) {
    guard willEdit(field) else { return value = newValue }
    let isChange = value != newValue
    value = newValue
    if isChange { noteChange(field) }
  }

  /// Assigns a field. It is a change if the identities differ. If the new value is an edited copy of the old one, the
  /// differing fields have changed instead.
  @inlinable
  public mutating func set<Value: _IdentityTracked>(_ value: inout Value, to newValue: Value, field: Int) {
    guard willEdit(field) else { return value = newValue }
    let previous = exchange(&value, with: newValue)
    noteAssignment(field, of: value, replacing: previous)
  }

  /// Assigns a field without comparing the values, because equal values with different identities have different
  /// observers.
  @inlinable
  public mutating func set<Value: _IdentityTracked & Equatable>(_ value: inout Value, to newValue: Value, field: Int) {
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

  /// Records an edit in place of a field as a change.
  @inlinable
  public mutating func didModify<Value>(_ value: inout Value, _ edit: Bool, field: Int) {
    if edit { noteChange(field) }
  }

  /// Prepares an edit in place of a field that contains observable state.
  ///
  /// - Returns: The identity before the edit; `nil` if the field has no observers.
  @inlinable
  public mutating func willModify<Value: _IdentityTracked>(_ value: inout Value, field: Int) -> Value.Identity? {
    value._$willModify()
    guard willEdit(field) else { return nil }
    value._$adoptCopies()
    return value._$identity
  }

  /// Records an edit in place as a change if the value was replaced.
  @inlinable
  public mutating func didModify<Value: _IdentityTracked>(_ value: inout Value, _ edit: Value.Identity?, field: Int) {
    guard let edit else { return }
    if edit != value._$identity {
      noteChange(field)
    } else {
      noteEditedCopies(in: value)
    }
    value._$adoptCopies()
  }
}
