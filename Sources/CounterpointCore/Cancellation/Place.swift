/// A place in a feature tree: a child that an embedding operator runs, in the place of its parent.
///
/// Two are equal when they are the same way down from the root.
@usableFromInline
final class Place: Sendable {
  /// Where the parent is, `nil` for the root of the tree.
  let parent: Place?
  /// Which child of the parent it is.
  let child: ChildID
  private let hash: Int

  init(_ child: ChildID, in parent: Place?) {
    self.parent = parent
    self.child = child
    var hasher = Hasher()
    hasher.combine(parent)
    hasher.combine(child)
    self.hash = hasher.finalize()
  }
}

extension Place: Hashable {
  @usableFromInline
  static func == (lhs: Place, rhs: Place) -> Bool {
    lhs === rhs || (lhs.hash == rhs.hash && lhs.child == rhs.child && lhs.parent == rhs.parent)
  }

  @usableFromInline
  func hash(into hasher: inout Hasher) {
    hasher.combine(hash)
  }
}

/// Which child of a parent: where the parent keeps it, and who it is.
@usableFromInline
struct ChildID: Hashable, Sendable {
  let slot: Slot
  let identity: ChildIdentity
}

/// Where a parent keeps a child, or several: what the embedding operator was given.
@usableFromInline
struct Slot: Hashable, @unchecked Sendable {
  // @unchecked because key paths can hold what is not Sendable; nothing is done with this one but to compare it.
  private let keyPath: AnyKeyPath

  init(_ keyPath: AnyKeyPath) {
    self.keyPath = keyPath
  }
}

/// What tells a child from another one that takes its place: the case of an enum, and an id, where it has them.
///
/// A child that is replaced by one with the same identity keeps its effects.
@usableFromInline
struct ChildIdentity: Hashable, @unchecked Sendable {
  // @unchecked because an id need not be Sendable; nothing is done with it but to compare it, and what is hashed must not
  // change.
  private let enumCase: AnyHashable?
  private let id: AnyHashable?

  init(case enumCase: AnyHashable? = nil, id: AnyHashable? = nil) {
    self.enumCase = enumCase
    self.id = id
  }

  /// The id of the child as what it was made from.
  func id<ID>(as type: ID.Type) -> ID? {
    id as? ID
  }
}
