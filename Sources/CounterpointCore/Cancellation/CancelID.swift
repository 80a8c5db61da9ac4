/// An effect's cancellation id: the type and the value of the user's id.
///
/// The type is compared because `1 as Int` and `1 as UInt8` are two ids, and because two types without stored
/// properties can have equal hash values.
@usableFromInline
struct CancelID: Hashable, Sendable {
  private let box: any CancelIDBox

  /// - Parameter id: The user's id. Sendable, which an AnyHashable can't show.
  init(_ id: some Hashable) {
    // An AnyHashable is replaced by the value that it holds.
    if type(of: id) == AnyHashable.self, let held = AnyHashable(id).base as? any Hashable {
      self = CancelID(held)
    } else {
      box = IDBox(id)
    }
  }

  /// The user's id.
  var value: AnyHashable { box.value }

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
private protocol CancelIDBox: AnyObject, Sendable {
  /// The type of the value: for an object, its class.
  var type: ObjectIdentifier { get }
  /// Computed once, because an id is looked up several times.
  var hash: Int { get }
  var value: AnyHashable { get }

  func isEqual(toSameClass other: any CancelIDBox) -> Bool
}

private final class IDBox<ID: Hashable>: CancelIDBox, @unchecked Sendable {
  // @unchecked because the functions that take an id require the conformance. All properties are immutable.

  private let id: ID
  let type: ObjectIdentifier
  let hash: Int

  init(_ id: ID) {
    self.id = id
    type = ObjectIdentifier(Swift.type(of: id))
    var hasher = Hasher()
    hasher.combine(type)
    hasher.combine(id)
    hash = hasher.finalize()
  }

  var value: AnyHashable { AnyHashable(id) }

  func isEqual(toSameClass other: any CancelIDBox) -> Bool {
    let other: IDBox = uncheckedDowncast(other)
    return id == other.id
  }
}
