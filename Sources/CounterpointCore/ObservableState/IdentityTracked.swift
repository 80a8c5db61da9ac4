/// A value whose identity tells whether another one has taken its place, whatever was edited inside.
///
/// Observable state is one, and so are the containers of observable state: an observer of the container is notified
/// when the identity has changed, and not when a field of what it contains has.
public protocol IdentityTracked {
  /// The identity of a value.
  associatedtype Identity: Equatable

  /// The identity of the value.
  var _$identity: Identity { get }

  /// Gives what the value contains a new identity, because it is about to be edited in place.
  mutating func _$willModify()

  /// Whether the value is, or contains, one that was edited as a copy since the last edit in place began.
  var _$isEditedCopy: Bool { get }

  /// Notes the observed fields in which this value differs from an older copy, with the store that is reducing.
  ///
  /// - Returns: Whether the older value is not a copy of this one.
  func _$noteDifferences(from previous: Self) -> Bool
}

extension ObservableState {
  /// The identity of the value.
  public var _$identity: ObservableStateID { _$id }

  /// Whether the value was edited as a copy.
  public var _$isEditedCopy: Bool { _$id.isEditedCopy }

  /// Compares field by field, those that have observers. A payload of an enum is found by reflection, which takes
  /// microseconds.
  public func _$noteDifferences(from previous: Self) -> Bool {
    let (old, new) = (previous._$id, _$id)
    guard old.isSameValue(as: new) else { return true }
    if old.isSameVersion(as: new) { return false }
    return FieldTable<Self>.ofRoot().noteDifferences(from: previous, to: self)
  }
}

extension Optional: IdentityTracked where Wrapped: IdentityTracked {
  /// The identity of what is there: of a value, or of a collection.
  public var _$identity: Wrapped.Identity? { self?._$identity }

  /// Gives what is there a new identity.
  public mutating func _$willModify() {
    self?._$willModify()
  }

  /// Whether what is there was edited as a copy.
  public var _$isEditedCopy: Bool { self?._$isEditedCopy ?? false }

  /// Compares what is there.
  public func _$noteDifferences(from previous: Self) -> Bool {
    guard let self else { return previous != nil }
    return previous.map { self._$noteDifferences(from: $0) } ?? true
  }
}

extension Array: IdentityTracked where Element: ObservableState {
  /// The identities of the elements. O(*n*): an identified array knows its own without looking at each element.
  public var _$identity: [ObservableStateID] { map(\._$id) }

  /// Leaves the elements alone: which one will be edited is not known.
  public mutating func _$willModify() {}

  /// Whether one of the elements was edited as a copy. O(*n*).
  public var _$isEditedCopy: Bool { contains(where: \._$isEditedCopy) }

  /// Compares the elements pair by pair. O(*n*).
  public func _$noteDifferences(from previous: Self) -> Bool {
    guard count == previous.count else { return true }
    return zip(self, previous).reduce(false) { $1.0._$noteDifferences(from: $1.1) || $0 }
  }
}
