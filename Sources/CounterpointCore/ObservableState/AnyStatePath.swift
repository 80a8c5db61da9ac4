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

  /// Notes that the fields on the way are read, for who tracks what is read.
  func track(in root: Address<Root>) {
    preconditionFailure("AnyStatePath is abstract; \(type(of: self)) must override track(in:).")
  }

  /// Has replacements of the values on the way noted from now on, although nobody tracks them.
  func watch(in root: Address<Root>) {
    preconditionFailure("AnyStatePath is abstract; \(type(of: self)) must override watch(in:).")
  }

  /// Whether one of the values on the way, the last one included, has been replaced since the store was last settled.
  func isReplaced(in root: Address<Root>, _ changes: StateChanges) -> Bool {
    preconditionFailure("AnyStatePath is abstract; \(type(of: self)) must override isReplaced(in:_:).")
  }

  /// Gives the values on the way, the last one included, a new identity, because something inside is about to be edited in
  /// place.
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
