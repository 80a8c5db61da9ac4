/// An effect's cancellation id: the type of what the user gave, and its value.
///
/// The type counts because `AnyHashable` calls `1 as Int` and `1 as UInt8` equal, and because values of two different
/// empty types would otherwise be told apart by nothing but luck.
@usableFromInline
struct CancelID: Hashable, @unchecked Sendable {
  // @unchecked because AnyHashable forgets that what it holds is Sendable; the initializer asks for it.
  private let type: ObjectIdentifier
  private let value: AnyHashable
  /// Computed once, because an id is looked up several times.
  private let hash: Int

  init<ID: Hashable & Sendable>(_ id: ID) {
    // An id that comes in as AnyHashable counts by what it holds.
    value = AnyHashable(id)
    type = ObjectIdentifier(ID.self == AnyHashable.self ? Swift.type(of: value.base) : Swift.type(of: id as Any))
    var hasher = Hasher()
    hasher.combine(type)
    hasher.combine(value)
    self.hash = hasher.finalize()
  }

  @usableFromInline
  static func == (left: Self, right: Self) -> Bool {
    left.hash == right.hash && left.type == right.type && left.value == right.value
  }

  @usableFromInline
  func hash(into hasher: inout Hasher) {
    hasher.combine(hash)
  }
}
