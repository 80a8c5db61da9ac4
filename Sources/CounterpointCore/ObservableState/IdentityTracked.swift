/// A value whose identity tells whether another one has taken its place, whatever was edited inside.
///
/// Observable state is one, and so are the containers of observable state: who reads the container is told when the
/// identity has changed, and not when a field of what it contains has.
public protocol IdentityTracked {
  /// What identifies a value.
  associatedtype Identity: Equatable

  /// The identity of the value.
  var _$identity: Identity { get }

  /// Gives what the value contains a new identity, because it is about to be edited in place.
  mutating func _$willModify()

  /// Tells which values of observable state go with this one, which is about to go.
  func _$depart(_ watched: WatchedStates)
}

extension ObservableState {
  /// The identity of the value.
  public var _$identity: ObservableStateID { _$id }

  /// It goes itself.
  public func _$depart(_ watched: WatchedStates) {
    watched.note(self)
  }
}

extension Optional: IdentityTracked where Wrapped: ObservableState {
  /// The identity of what is there.
  public var _$identity: ObservableStateID? { self?._$id }

  /// Gives what is there a new identity.
  public mutating func _$willModify() {
    self?._$willModify()
  }

  /// What is there goes.
  public func _$depart(_ watched: WatchedStates) {
    self?._$depart(watched)
  }
}

extension Array: IdentityTracked where Element: ObservableState {
  /// The identities of the elements. O(*n*): an identified array knows its own without looking at each element.
  public var _$identity: [ObservableStateID] { map(\._$id) }

  /// Leaves the elements alone: which one will be edited is not known.
  public mutating func _$willModify() {}

  /// The elements go. O(*n*).
  public func _$depart(_ watched: WatchedStates) {
    for element in self { element._$depart(watched) }
  }
}
