/// A ``StatePath`` to a part of whatever type. Abstract: the one subclass knows the type.
@usableFromInline
class AnyStatePath<Root>: @unchecked Sendable {
  // @unchecked for the subclass, which never changes.

  /// The key path that names the part.
  let name: PartialKeyPath<Root>
  /// The stored property behind it, where it is known; the same otherwise.
  let stored: PartialKeyPath<Root>

  init(_ name: PartialKeyPath<Root>, stored: PartialKeyPath<Root>) {
    self.name = name
    self.stored = stored
  }

  /// Records a read of the fields on the path.
  func track(in root: Address<Root>) {
    preconditionFailure("AnyStatePath is abstract; \(type(of: self)) must override track(in:).")
  }

  /// The observers of the fields of the value that the last field on the way is in, `nil` where the way leads to no
  /// field.
  func observers(in root: Address<Root>) -> FieldObservers? {
    preconditionFailure("AnyStatePath is abstract; \(type(of: self)) must override observers(in:).")
  }

  /// The number of the last field on the way, 0 if there is none.
  var fieldNumber: Int {
    preconditionFailure("AnyStatePath is abstract; \(type(of: self)) must override fieldNumber.")
  }

  /// Notes a change of the field if it has observers, and differs from that of an older copy of the root.
  func noteDifference(from previous: Address<Root>, to root: Address<Root>) {
    preconditionFailure("AnyStatePath is abstract; \(type(of: self)) must override noteDifference(from:to:).")
  }

  /// Gives the values on the path, including the last one, a new identity before an edit in place.
  func willEditInside(_ root: inout Root) {
    preconditionFailure("AnyStatePath is abstract; \(type(of: self)) must override willEditInside(_:).")
  }

  /// The ways that go on from here to the fields of the value, if that is observable state.
  func pathsInside() -> [AnyStatePath<Root>] {
    preconditionFailure("AnyStatePath is abstract; \(type(of: self)) must override pathsInside().")
  }

  /// The way that leads to this one's root first.
  func prefixed<Whole>(by outer: StatePath<Whole, Root>) -> AnyStatePath<Whole> {
    preconditionFailure("AnyStatePath is abstract; \(type(of: self)) must override prefixed(by:).")
  }
}
