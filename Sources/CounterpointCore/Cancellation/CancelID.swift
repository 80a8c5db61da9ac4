/// An effect's cancellation id: the type and the value of the user's id.
///
/// The type is compared because `1 as Int` and `1 as UInt8` are two ids, and because two types without stored
/// properties can have equal hash values.
@usableFromInline
struct CancelID: Hashable, Sendable {
  private let box: ErasedID

  /// - Parameter id: The user's id. Sendable, which an AnyHashable can't show.
  init(_ id: some Hashable) {
    // An AnyHashable is replaced by the value that it holds.
    if type(of: id) == AnyHashable.self, let held = AnyHashable(id).base as? any Hashable {
      self = CancelID(held)
    } else {
      box = IDBox(id)
    }
  }

  @usableFromInline
  static func == (left: Self, right: Self) -> Bool {
    let (left, right) = (left.box, right.box)
    guard left !== right else { return true }
    guard left.hash == right.hash, left.type == right.type else { return false }
    if type(of: left) == type(of: right) { return left.isEqual(toSameClass: right) }
    // An object may have been passed as an object of its superclass.
    return left.value == right.value
  }

  @usableFromInline
  func hash(into hasher: inout Hasher) {
    hasher.combine(box.hash)
  }
}

/// The value of a cancellation id. An object, because an `AnyHashable` costs more to create, copy and compare than the
/// rest of a cancellation.
private class ErasedID: @unchecked Sendable {
  // @unchecked because the functions that take an id require the conformance. All properties are immutable.

  /// The type of the value: for an object, its class.
  let type: ObjectIdentifier
  /// Computed once, because an id is looked up several times.
  let hash: Int

  init(type: ObjectIdentifier, hash: Int) {
    self.type = type
    self.hash = hash
  }

  var value: AnyHashable {
    preconditionFailure("ErasedID is abstract; \(Swift.type(of: self)) must override value.")
  }

  func isEqual(toSameClass other: ErasedID) -> Bool {
    preconditionFailure("ErasedID is abstract; \(Swift.type(of: self)) must override isEqual(toSameClass:).")
  }
}

private final class IDBox<ID: Hashable>: ErasedID, @unchecked Sendable {
  private let id: ID

  init(_ id: ID) {
    self.id = id
    let type = ObjectIdentifier(Swift.type(of: id))
    var hasher = Hasher()
    hasher.combine(type)
    hasher.combine(id)
    super.init(type: type, hash: hasher.finalize())
  }

  override var value: AnyHashable { AnyHashable(id) }

  override func isEqual(toSameClass other: ErasedID) -> Bool {
    let other: IDBox = uncheckedDowncast(other)
    return id == other.id
  }
}
