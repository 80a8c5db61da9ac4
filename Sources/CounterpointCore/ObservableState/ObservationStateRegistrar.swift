import CounterpointThreadLocals

/// The identity of a value of observable state, and the observers of its fields.
///
/// `@ObservableState` adds one to a struct. All registrars are equal, so that equality and hashing of the struct are
/// those of its fields. Encoding one writes nothing; decoding creates a new one.
///
/// The copies of a value share their observers. An edit notifies them only if the value is in a store whose reducer
/// is running. An edit of a copy gives the copy another version instead, by which the store recognizes it when it is
/// assigned.
public struct ObservationStateRegistrar: Sendable {
  // Stays the first: `StatePath` looks at it where it lies.
  @usableFromInline let observers: FieldObservers
  /// The number of the last edit in place of the whole value, begun by what the value is in.
  private(set) var edit: UInt64 = 0
  /// The number of the last edit of a field. Odd if the value has been edited as a copy since `edit`.
  private(set) var version: UInt64 = 0

  /// Makes the registrar of a new value. One allocation.
  public init() {
    observers = FieldObservers()
  }

  /// The identity of the value.
  public var id: ObservableStateID {
    ObservableStateID(serial: observers.serial, edit: edit, version: version, isOld: edit != observers.edit)
  }

  /// Tracks a read of a field.
  ///
  /// - Parameter field: The field's number.
  @inlinable
  public func access(_ field: Int) {
    observers.access(field)
  }

  /// Gives the value a new identity before an edit in place.
  public mutating func willModify() {
    edit = counterpoint_edit_number()
    if counterpoint_get_current_changes() != 0 {
      version &= ~1
      observers.edit = edit
    } else {
      version |= 1
    }
  }

  /// Notes that a field has changed, without comparing.
  ///
  /// - Parameter field: The field's number.
  public mutating func note(_ field: Int) {
    if willEdit(field) { noteChange(field) }
  }
}

extension ObservationStateRegistrar {
  /// Gives the value a new version before an edit of a field.
  ///
  /// - Returns: Whether the field may have observers that a change has to notify.
  @usableFromInline
  mutating func willEdit(_ field: Int) -> Bool {
    let isInStore = counterpoint_get_current_changes() != 0
    willEdit(isCopy: !isInStore || version & 1 != 0)
    return isInStore && observers.isObserved(field)
  }

  /// Gives the value a new version before an edit of a field that is reached without its property and has no observers.
  mutating func willEditStored() {
    willEdit(isCopy: counterpoint_get_current_changes() == 0 || version & 1 != 0)
  }

  /// Gives the value a new version before an edit of a field that is reached without its property.
  ///
  /// A payload that is taken out of its enum to be edited is a local variable: the mark tells of the edit when it is
  /// back.
  mutating func willEditObserved() {
    let isLocal = StateChanges.current?.isLocal(addressNumber(of: &self)) ?? true
    willEdit(isCopy: isLocal || version & 1 != 0)
  }

  private mutating func willEdit(isCopy: Bool) {
    version = counterpoint_edit_number() | (isCopy ? 1 : 0)
  }

  /// Notes a change of an observed field: of the state of the store that is reducing, or of a copy in its reducer.
  @usableFromInline
  mutating func noteChange(_ field: Int) {
    guard let changes = StateChanges.current else { return }
    notingChanges(changes) { changes.note($0, field: field) }
  }

  /// Notes that another value was assigned to an observed field; or what has changed inside, if it is an edited copy.
  @usableFromInline
  mutating func noteAssignment<Value: IdentityTracked>(_ field: Int, of value: Value, replacing previous: Value) {
    guard let changes = StateChanges.current else { return }
    notingChanges(changes) { observers in
      // The identity of a copy from before an edit in place is another one, although the value is the same.
      let isOther = !value._$isEditedCopy && previous._$identity != value._$identity
      guard isOther || value._$noteDifferences(from: previous) else { return }
      changes.note(observers, field: field)
      changes.watched.depart(StatePlace(value: observers.serial, field: field), previous)
    }
  }

  /// Notes the changes of copies as those of the state if a value in it has become such a copy by an edit in place.
  @usableFromInline
  mutating func noteEditedCopies(in value: some IdentityTracked) {
    guard let changes = StateChanges.current, changes.hasCopies, value._$isEditedCopy else { return }
    if changes.isLocal(addressNumber(of: &self)) {
      version |= 1
    } else {
      changes.noteCopies()
    }
  }

  /// Calls a function that notes changes, which count as those of a copy if this value is a local variable of a
  /// reducer.
  private mutating func notingChanges(_ changes: StateChanges, _ note: (FieldObservers) -> Void) {
    let isCopy = changes.isLocal(addressNumber(of: &self))
    if isCopy { version |= 1 }
    changes.notingCopies(isCopy) { note(observers) }
  }
}

extension ObservationStateRegistrar: Hashable, Codable {
  /// Always `true`: identity is not part of a value.
  public static func == (lhs: Self, rhs: Self) -> Bool { true }

  /// Feeds nothing.
  public func hash(into hasher: inout Hasher) {}

  /// Reads nothing, and makes the registrar of a new value.
  public init(from decoder: any Decoder) throws {
    self.init()
  }

  /// Writes nothing.
  public func encode(to encoder: any Encoder) throws {}
}
