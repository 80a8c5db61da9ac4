/// An effect's cancellation id: the type of what the user gave, and its value.
///
/// The type counts because `AnyHashable` calls `1 as Int` and `1 as UInt8` equal, and because values of two different
/// empty types would otherwise be told apart by nothing but luck.
@usableFromInline
struct CancelID: Hashable, @unchecked Sendable {
  // @unchecked because AnyHashable forgets that what it holds is Sendable; the initialiser asks for it.
  private let type: ObjectIdentifier
  private let value: AnyHashable

  init<ID: Hashable & Sendable>(_ id: ID) {
    // An id that comes in as AnyHashable counts by what it holds.
    let value = AnyHashable(id)
    self.type = ObjectIdentifier(Swift.type(of: value.base))
    self.value = value
  }
}
