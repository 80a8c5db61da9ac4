/// A place in a feature tree: a child that an embedding operator runs, in the place of its parent.
///
/// Two are equal when they are the same way down from the root.
@usableFromInline
final class FeaturePath: Sendable {
  /// The path of the parent; `nil` for the root of the tree.
  let parent: FeaturePath?
  /// Which child of the parent it is.
  let child: ChildID
  private let hash: Int

  init(_ child: ChildID, in parent: FeaturePath?) {
    self.parent = parent
    self.child = child
    var hasher = Hasher()
    hasher.combine(parent)
    hasher.combine(child)
    self.hash = hasher.finalize()
  }
}

extension FeaturePath: Hashable {
  @usableFromInline
  static func == (lhs: FeaturePath, rhs: FeaturePath) -> Bool {
    lhs === rhs || (lhs.hash == rhs.hash && lhs.child == rhs.child && lhs.parent == rhs.parent)
  }

  @usableFromInline
  func hash(into hasher: inout Hasher) {
    hasher.combine(hash)
  }
}

/// A child of a parent: its slot and its identity.
@usableFromInline
struct ChildID: Hashable, Sendable {
  let slot: Slot
  let identity: ChildIdentity
}

/// The slot of a parent for one or several children: the argument of the embedding operator.
@usableFromInline
struct Slot: Hashable, @unchecked Sendable {
  // @unchecked because key paths can hold what is not Sendable; nothing is done with this one but to compare it.
  private let keyPath: AnyKeyPath

  init(_ keyPath: AnyKeyPath) {
    self.keyPath = keyPath
  }
}

/// The identity of a child that distinguishes it from a replacement: the case of an enum, and an id, if there are
/// any.
///
/// A child that is replaced by one with the same identity keeps its effects.
@usableFromInline
struct ChildIdentity: Hashable, @unchecked Sendable {
  // @unchecked because an id need not be Sendable. It is only compared, and hashed values are immutable.
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
