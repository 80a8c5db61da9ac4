public import IdentifiedArrays

/// A value with an identity that distinguishes it from a replacement. Edits inside of the value keep the identity.
///
/// Observable state conforms, and so do the containers of observable state. An observer of a container is notified when
/// the identity has changed, but not when a field of a contained value has changed.
public protocol _IdentityTracked {
  /// The identity of a value.
  associatedtype Identity: Equatable

  /// The identity of the value.
  var _$identity: Identity { get }

  /// Changes the identity of the contained values before an edit in place.
  mutating func _$willModify()

  /// Makes edited copies that were assigned a part of the state, before and after an observed edit in place.
  mutating func _$adoptCopies()

  /// Whether this value, or a value in it, was edited as a copy since the last edit in place began.
  var _$isEditedCopy: Bool { get }

  /// Records the observed fields in which this value differs from an older copy, in the store that is reducing.
  ///
  /// - Returns: Whether the older value is not a copy of this one.
  func _$noteDifferences(from previous: Self) -> Bool
}

extension _IdentityTracked {
  /// Does nothing, because an edit in place of the value itself, or of an element by its own subscript, does it.
  public mutating func _$adoptCopies() {}
}

extension ObservableState {
  /// The identity of the value.
  public var _$identity: ObservableStateID { _$id }

  /// Whether the value was edited as a copy.
  public var _$isEditedCopy: Bool { _$id.isEditedCopy }

  /// Compares the fields that have observers. Finding the payload of an enum uses reflection, which takes microseconds.
  public func _$noteDifferences(from previous: Self) -> Bool {
    let (old, new) = (previous._$id, _$id)
    guard old.isSameValue(as: new) else { return true }
    if old.isSameVersion(as: new) { return false }
    return FieldTable<Self>.ofRoot().noteDifferences(from: previous, to: self)
  }
}

extension Optional: _IdentityTracked where Wrapped: _IdentityTracked {
  /// The identity of the wrapped value.
  public var _$identity: Wrapped.Identity? { self?._$identity }

  /// Changes the identity of the wrapped value.
  public mutating func _$willModify() {
    self?._$willModify()
  }

  /// Makes edited copies in the wrapped value a part of the state.
  public mutating func _$adoptCopies() {
    self?._$adoptCopies()
  }

  /// Whether the wrapped value was edited as a copy.
  public var _$isEditedCopy: Bool { self?._$isEditedCopy ?? false }

  /// Compares the wrapped values.
  public func _$noteDifferences(from previous: Self) -> Bool {
    guard let self else { return previous != nil }
    return previous.map { self._$noteDifferences(from: $0) } ?? true
  }
}

extension Array: _IdentityTracked where Element: ObservableState {
  /// The identities of the elements. O(*n*), while the identity of an identified array is O(1).
  public var _$identity: _ElementIdentities { _ElementIdentities(map(\._$id)) }

  /// Does nothing, because it is unknown which element will be edited.
  public mutating func _$willModify() {}

  /// Makes elements that were edited as copies a part of the state, so that the identities reveal later ones. O(*n*).
  public mutating func _$adoptCopies() {
    for index in indices where self[index]._$isEditedCopy { self[index]._$willModify() }
  }

  /// Whether an element was edited as a copy. O(*n*).
  public var _$isEditedCopy: Bool { contains(where: \._$isEditedCopy) }

  /// Compares the elements pairwise. O(*n*).
  public func _$noteDifferences(from previous: Self) -> Bool {
    guard count == previous.count else { return true }
    return zip(self, previous).reduce(false) { $1.0._$noteDifferences(from: $1.1) || $0 }
  }
}

extension IdentifiedArray: _IdentityTracked where Element: ObservableState {
  /// The identity of the membership: it changes when elements are added, removed, moved or replaced. O(1).
  public var _$identity: _MembershipIdentity { _MembershipIdentity(membership) }

  /// Does nothing, because it is unknown which element will be edited.
  public mutating func _$willModify() {}

  /// Always `false`, because each element is checked after its own edit.
  public var _$isEditedCopy: Bool { false }

  /// Compares the elements pairwise, unless both arrays share their storage. O(*n*).
  public func _$noteDifferences(from previous: Self) -> Bool {
    guard membership == previous.membership else { return true }
    if sharesStorage(with: previous) { return false }
    return indices.reduce(false) { self[elementAt: $1]._$noteDifferences(from: previous[elementAt: $1]) || $0 }
  }
}

/// The identities of the elements of an array.
///
/// They also change if an element is replaced by a copy of it that was edited outside of the running reducer, because
/// the store has not recorded which of its fields were changed.
public struct _ElementIdentities: Equatable, Sendable {
  private let ids: [ObservableStateID]

  init(_ ids: [ObservableStateID]) {
    self.ids = ids
  }

  /// Returns whether the elements are the same.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.ids.elementsEqual(rhs.ids) { old, new in
      old == new && (old.version == new.version || !new.version.isFromElsewhere)
    }
  }
}

/// The identity of a collection of observable state. It changes with each mutation except an edit of an element in
/// place.
public struct _MembershipIdentity: Hashable, Sendable {
  private let membership: Membership

  init(_ membership: Membership) {
    self.membership = membership
  }
}

// The subscripts of identified arrays of observable state. They also detect that an edit in place has replaced an
// element, and notify the observers of the old element.

extension IdentifiedArray where Element: ObservableState {
  /// The element with an id, or `nil` if there is none.
  ///
  /// Assigning an element replaces the element with the id in place, or appends it. Assigning `nil` removes it. Edits
  /// are in place. O(1); removal is O(*n*).
  ///
  /// - Parameter id: The id.
  public subscript(id id: ID) -> Element? {
    get { self[element: id] }
    set { self[element: id] = newValue }
    _modify {
      self[element: id]?._$willModify()
      let identity = self[element: id]?._$id
      defer { didEdit(at: index(id: id), identity) }
      yield &self[element: id]
    }
  }

  /// The element at a position. Assigning an element whose id is at another position first swaps the two. Edits are
  /// in place. O(1).
  ///
  /// - Parameter position: The position, less than `endIndex`.
  public subscript(position: Int) -> Element {
    get { self[elementAt: position] }
    set { self[elementAt: position] = newValue }
    _modify {
      self[elementAt: position]._$willModify()
      let identity = self[elementAt: position]._$id
      defer { didEdit(at: position, identity) }
      yield &self[elementAt: position]
    }
  }

  /// Records the result of an edit of an element in place.
  private mutating func didEdit(at position: Int?, _ old: ObservableStateID?) {
    let new = position.map { self[elementAt: $0]._$id }
    if new != old { return noteReplacement() }
    guard let position, let new, new.isEditedCopy else { return }
    StateChanges.current?.noteCopies()
    self[elementAt: position]._$willModify()
  }
}
